/** How thoroughly a promise is tried: in seconds, for every change, or in minutes. */
export type Form = 'short' | 'long'

/** One promise and the trial of it. */
export interface Proof {
  /** The promise, as docs/reliability.md has it. */
  name: string
  /** @returns the figures, in a few words. @throws if the promise is not kept */
  run(form: Form): Promise<string>
}

/** @throws with the words, if it does not hold */
export function require(holds: boolean, otherwise: string | (() => string)): asserts holds {
  if (!holds) throw new Error(typeof otherwise === 'string' ? otherwise : otherwise())
}
