/**
 * The result of the work, if it comes within `limitMs` milliseconds. Late work continues, but is ignored.
 * @throws the error of the work, or of `late`
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
