/** Work that reads a file in steps of some dozen kilobytes, so that other work can run between them. */
export type Reading<T> = Generator<undefined, T, undefined>

/** Does all of it at once. */
export function readThrough<T>(reading: Reading<T>): T {
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}
