import type { ReadingEngine, SqlEngine } from './engine.ts'

/** Methods by their names. */
export type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>
type Clock = () => number

/**
 * The methods of a store by their kind, which decides where a server runs them. Only `changes` get an engine that
 * writes. `clock` gives the time in milliseconds.
 */
export interface StoreDefinition {
  /**
   * Methods that read a few rows by their keys, or walk an index in order as far as a limit. A server runs them on its
   * event loop. A test looks at all of their plans.
   */
  readonly walks?: (engine: ReadingEngine, clock: Clock) => Methods
  /** Methods that may look at many rows. A server runs them in its readers. */
  readonly reads?: (engine: ReadingEngine, clock: Clock) => Methods
  /** Names those of `reads` that are walks for some parameters. */
  readonly walkWhen?: Readonly<Record<string, (...parameters: never[]) => boolean>>
  /** With SQLite a server runs them in the thread that writes. */
  readonly changes?: (engine: SqlEngine, clock: Clock) => Methods
}

/** The methods of a store, of all kinds. */
export type Store<Definition extends StoreDefinition> = MethodsOf<Definition, 'walks'> &
  MethodsOf<Definition, 'reads'> &
  MethodsOf<Definition, 'changes'>

type MethodsOf<Definition, Kind extends string> =
  Definition extends Readonly<Record<Kind, (...parameters: never[]) => infer Found>> ? Found : unknown
