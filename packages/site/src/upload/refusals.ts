import { Failure, type FailureCode, type FailureFacts } from '../language/failure.ts'

/** An upload stops at its first refusal; a dry run collects all of them. */
export type Collect = 'first' | 'all'

/** The refusals of one upload. With `first`, every method throws the refusal instead of collecting it. */
export interface Refusals {
  /** The refusals, in the order of the phases. */
  readonly collected: readonly FailureFacts[]
  add(facts: FailureFacts): void
  /** Returns the result of `read`; `undefined` if that refused. */
  read<T>(read: () => T): T | undefined
  /** Runs a phase and returns its result; `undefined` if that refused. */
  pass<T>(phase: () => Promise<T>): Promise<T | undefined>
}

/** Failures of the site: these stop a dry run too. */
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
