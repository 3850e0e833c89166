/**
 * Work that reads a file, in steps of some dozen kilobytes each: who drives it can let others go on between them.
 */
export type Reading<T> = Generator<undefined, T, undefined>

/** Does all of it at once. */
export function readThrough<T>(reading: Reading<T>): T {
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}
