import type { Route } from 'playwright-core'

/** What a page gets in place of the site's answer; `lost`: none, as without a connection. */
export type GivenAnswer = NonNullable<Parameters<Route['fulfill']>[0]> | 'lost'

/** Answers a request of a page; `undefined`: the site does. */
export function giveAnswer(route: Route, answer: GivenAnswer | undefined): Promise<void> {
  if (answer === undefined) return route.fallback()
  return answer === 'lost' ? route.abort() : route.fulfill(answer)
}

/**
 * Creates a {@link giveAnswer} that answers one request after the other, as the page sends them: each once the page has
 * the answer before. What is sent at once then has one outcome.
 */
export function createTurns(): typeof giveAnswer {
  let answered: Promise<unknown> = Promise.resolve()
  return async (route, answer) => {
    const turn = answered.then(() => giveAnswer(route, answer))
    answered = turn.then(async () => (await route.request().response())?.finished())
    await turn
  }
}
