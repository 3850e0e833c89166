/**
 * What the work comes to, if it does so within `limitMs` milliseconds. Work that is given up goes on by itself; what
 * becomes of it is not heard of.
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
