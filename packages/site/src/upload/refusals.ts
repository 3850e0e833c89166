import { Failure, type FailureCode, type FailureFacts } from '../language/failure.ts'

/** An upload ends at its first refusal; a dry run collects all of them. */
export type Collect = 'first' | 'all'

/** Refusals of one upload. With `first`, every method throws the refusal in place of collecting it. */
export interface Refusals {
  /** In the order in which the phases found them. */
  readonly collected: readonly FailureFacts[]
  add(facts: FailureFacts): void
  /** The value of a field; `undefined` if reading it was refused. */
  read<T>(read: () => T): T | undefined
  /** The result of a phase; `undefined` if the phase refused. */
  pass<T>(phase: () => Promise<T>): Promise<T | undefined>
}

/** Failures of the site: they end a dry run too. */
const faults: readonly FailureCode[] = ['OVERLOADED', 'STORAGE_FAILED']

/** Creates an empty list of refusals. */
export function createRefusals(collect: Collect): Refusals {
  const collected: FailureFacts[] = []

  function add(facts: FailureFacts): void {
    if (collect === 'first') throw new Failure(facts)
    collected.push(facts)
  }

  function keep(error: unknown): undefined {
    if (collect === 'first' || !(error instanceof Failure) || faults.includes(error.code)) throw error
    collected.push(error.facts)
  }

  return {
    collected,
    add,
    read(read) {
      try {
        return read()
      } catch (error) {
        return keep(error)
      }
    },
    pass: (phase) => (collect === 'first' ? phase() : phase().catch(keep)),
  }
}
