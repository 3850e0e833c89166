/**
 * The result of the work, if it comes within `limitMs` milliseconds. Late work goes on, but its result is ignored.
 * @throws what the work throws, or an error that `late` makes
 */
export async function withinTime<T>(limitMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
