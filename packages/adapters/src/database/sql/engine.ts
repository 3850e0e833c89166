import { badRequest, message } from '@pictoglyph/core'
import type { SearchIndex } from './images/search-index.ts'

/** What a statement takes and gives. Flags are 0 and 1, times are milliseconds, JSON is text. */
export type SqlValue = string | number | null

/** A row as the driver gave it; `rows.ts` reads it. PostgreSQL's 64-bit integers arrive as text. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Statements of portable SQL with `?` for each parameter. A failing engine throws STORAGE_FAILED with the
 * driver's error as its cause; a text with a NUL character, which PostgreSQL can't keep, is BAD_REQUEST.
 */
export interface Sql {
  all(text: string, ...parameters: SqlValue[]): Promise<SqlRow[]>
  /** The first row, where at most one is expected. */
  get(text: string, ...parameters: SqlValue[]): Promise<SqlRow | undefined>
  /** Resolves to the number of rows inserted, updated or deleted. */
  run(text: string, ...parameters: SqlValue[]): Promise<number>
}

/** Statements inside one transaction. */
export interface SqlTransaction extends Sql {
  /**
   * Holds the named lock until the transaction ends, waiting for whoever has it; any number can share one.
   * An engine that runs one transaction at a time has nothing to do.
   */
  lock(name: string, mode?: 'exclusive' | 'shared'): Promise<void>
}

/** The places where the SQL of the two engines differs. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types: 64-bit integer, text compared by code points, and a key that counts by itself. */
  readonly integer: string
  readonly text: string
  readonly countingKey: string
  /** Written after the columns of every table, and of a table that is stored in the order of its key. */
  readonly table: string
  readonly keyedTable: string
  /** Row locks at the end of a SELECT: the row is not deleted, not changed, not locked by others. */
  readonly forKeyShare: string
  readonly forShare: string
  readonly forUpdate: string
  /** As the last, of those rows that nobody else has locked: the others are left out. */
  readonly forUpdateOfFree: string
  /** Gives a row if there is a table of the name that is its parameter. */
  readonly tableNamed: string
  /** The function that gives the place of a text in another, from 1, or 0. */
  readonly position: 'instr' | 'strpos'
  /** Rows that a counter is spread over, so that transactions side by side rarely wait for each other. */
  readonly counterShards: number
  /** Text that may be too long for an index entry is left out of it. */
  readonly indexesLongText: boolean
  /** Finds images by what stands in their text. */
  readonly search: SearchIndex
}

/** A health check trusts a commit for so many milliseconds before it makes one of its own: anybody may ask for it. */
export const commitTrustedMs = 1_000

/** A relational database: transactions for changes, plain statements for reads. */
export interface SqlEngine {
  readonly dialect: SqlDialect
  /** Sees committed rows only. */
  readonly read: Sql
  /**
   * A number that is another one once any process has committed a change, before anybody hears of that change;
   * asking costs nothing. Transactions that only add do not count. Absent where the engine can't tell.
   */
  readonly changeCount?: () => number
  /**
   * Runs `work` as one transaction: atomic, and durable when this resolves. What `work` throws rolls it back
   * and is thrown again. `work` may run more than once, and awaits nothing but its own statements.
   * `unhurried` work, such as a change of the schema, may take and wait for as long as it needs.
   * `addsOnly` promises that no user, key, category, album or image that was there is changed.
   * @throws {Failure} STORAGE_FAILED, also where the outcome of the commit is unknown
   */
  write<T>(
    work: (sql: SqlTransaction) => Promise<T>,
    options?: { unhurried?: boolean; addsOnly?: boolean },
  ): Promise<T>
  /** @throws {Failure} STORAGE_FAILED unless a transaction was committed durably within {@link commitTrustedMs} */
  checkHealth(): Promise<void>
  /** As `SiteDatabase` has it. */
  checkWhole(): Promise<void>
  close(): Promise<void>
}

/** @throws {Failure} BAD_REQUEST for a text with a NUL character: PostgreSQL can't keep one */
export function refuseNul(parameters: readonly SqlValue[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw badRequest(message('A text contains a NUL character, which can not be stored.'))
    }
  }
}

/**
 * An engine that was just opened, once the steps have been done that make it fit for use; where one fails it is
 * closed.
 * @throws what a step throws
 */
export async function openAndPrepare(
  engine: SqlEngine,
  ...steps: readonly ((engine: SqlEngine) => Promise<void>)[]
): Promise<SqlEngine> {
  try {
    for (const step of steps) await step(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}
