import type { ReadingEngine, SqlEngine } from './engine.ts'

/** Methods by their names. */
export type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>
type Clock = () => number

/**
 * The methods of a store by kind, which decides where a server runs them. Only `changes` get a writing engine. `clock`
 * gives the time in milliseconds.
 */
export interface StoreDefinition {
  /**
   * Methods that read a few rows by key, or walk an index in order up to a limit. A server runs them on its event loop.
   * A test checks all of their query plans.
   */
  readonly walks?: (engine: ReadingEngine, clock: Clock) => Methods
  /** Methods that may examine many rows. A server runs them in its readers. */
  readonly reads?: (engine: ReadingEngine, clock: Clock) => Methods
  /** For methods in `reads`: whether a call with these parameters is a walk. */
  readonly walkWhen?: Readonly<Record<string, (...parameters: never[]) => boolean>>
  /** With SQLite, a server runs these in the writer thread. */
  readonly changes?: (engine: SqlEngine, clock: Clock) => Methods
}

/** The methods of a store, of all kinds. */
export type Store<Definition extends StoreDefinition> = MethodsOf<Definition, 'walks'> &
  MethodsOf<Definition, 'reads'> &
  MethodsOf<Definition, 'changes'>

type MethodsOf<Definition, Kind extends string> =
  Definition extends Readonly<Record<Kind, (...parameters: never[]) => infer Found>> ? Found : unknown
