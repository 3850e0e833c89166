/** Reads a file in steps of some dozen kilobytes, so that other work can run in between. */
export type Reading<T> = Generator<undefined, T, undefined>

/** Runs all steps at once. */
export function readThrough<T>(reading: Reading<T>): T {
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}
