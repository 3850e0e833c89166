let turn: Promise<void> | undefined

/**
 * Resolves in the next turn of the event loop, for all who ask for it in this one, in the order in which they asked.
 *
 * Requests that arrive together are so handled together, each step for all of them before the next: what the
 * processor needs for a step is then at hand.
 */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
