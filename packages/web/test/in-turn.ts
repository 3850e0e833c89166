import type { Route } from 'playwright-core'

/**
 * Creates a function that answers a page's requests one after the other, as the page sends them: each once the page has
 * the answer before. What is sent at once then has one outcome.
 */
export function createTurns(): (route: Route, answer: () => Promise<void>) => Promise<void> {
  let answered: Promise<unknown> = Promise.resolve()
  return async (route, answer) => {
    const turn = answered.then(answer)
    answered = turn.then(async () => (await route.request().response())?.finished())
    await turn
  }
}
