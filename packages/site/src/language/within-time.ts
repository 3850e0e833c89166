import { nextTurn } from '../platform/turns.ts'

/**
 * The result of the work, if it comes within `limitMs` milliseconds. Late work continues, but is ignored.
 *
 * The time of an event loop that stands still is not the work's. So the limit runs in two halves, each of which counts
 * once, however late its timer fires. What has arrived by the end is read before the work counts as late.
 * @param late the error for late work; `undefined` gives the work as long again
 * @throws the error of the work, or of `late`
 */
export async function withinTime<T>(
  limitMs: number,
  work: Promise<T>,
  late: () => Error | undefined,
): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout
  let isOver = false

  function begin(): void {
    timer = setTimeout(() => {
      timer = setTimeout(() => void end(), limitMs / 2)
    }, limitMs / 2)
  }

  async function end(): Promise<void> {
    // Bun runs immediates before it reads sockets, Node after: in both, reading precedes the second.
    await nextTurn()
    await nextTurn()
    if (isOver) return
    const error = late()
    if (error === undefined) begin()
    else reject(error)
  }

  begin()
  try {
    return await Promise.race([work, tooLate])
  } finally {
    isOver = true
    clearTimeout(timer!)
  }
}
