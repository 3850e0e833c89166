import { badRequest } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Cursor } from './cursor.ts'

/** Values of parameters and results. Flags are 0 and 1, times are milliseconds, JSON is text. */
export type SqlValue = string | number | null

/** A row from the driver. PostgreSQL's 64-bit integers arrive as text. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Queries in portable SQL with `?` for each parameter. A failing engine throws STORAGE_FAILED with the driver's error
 * as its cause; a text with a NUL character is BAD_REQUEST, because PostgreSQL can't store it.
 */
export interface SqlReader {
  all(text: string, ...parameters: SqlValue[]): Promise<SqlRow[]>
  /** The first row, if there is one. */
  get(text: string, ...parameters: SqlValue[]): Promise<SqlRow | undefined>
}

/** Queries, and statements that change rows. */
export interface Sql extends SqlReader {
  /** Returns the number of rows inserted, updated or deleted. */
  run(text: string, ...parameters: SqlValue[]): Promise<number>
}

/** Statements inside one transaction. */
export interface SqlTransaction extends Sql {
  /**
   * Takes the named lock until the transaction ends; waits for its present holder. Any number can share it. An engine
   * that runs one transaction at a time does nothing.
   */
  lock(name: string, mode?: 'exclusive' | 'shared'): Promise<void>
  /** Takes the locks named by the column `name` of a SELECT, one after another in its order. */
  lockEach(select: string, ...parameters: SqlValue[]): Promise<void>
}

/** Differences between the SQL of the two engines. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types: 64-bit integer, text compared by code points, and an auto-incrementing key. */
  readonly integer: string
  readonly text: string
  readonly countingKey: string
  /** Follows the columns of a table, and of a table stored in the order of its key. */
  readonly table: string
  readonly keyedTable: string
  /** Row locks at the end of a SELECT: against deletion, against change, exclusive. */
  readonly forKeyShare: string
  readonly forShare: string
  readonly forUpdate: string
  /** As the last clause: exclusive locks, skipping rows that others have locked. */
  readonly forUpdateOfFree: string
  /** After FROM: the items of a JSON list, the one parameter, as the column `value` of rows named `given`. */
  readonly given: string
  /** A query that returns a row if the table named by its parameter exists. */
  readonly tableNamed: string
  /** The function that returns the position of a text in another, from 1; 0 if missing. */
  readonly position: 'instr' | 'strpos'
  /** Rows per counter, so that simultaneous transactions rarely wait for each other. */
  readonly counterShards: number
  /** False if indexes leave out long text, which may exceed an index entry. */
  readonly indexesLongText: boolean
  /** The index that finds images by their text. */
  readonly search: SearchIndex
}

/** How long a health check trusts the last commit before it makes one itself, because anyone may trigger it. */
export const commitTrustedMs = 1_000

/** The read access of a relational database. */
export interface ReadingEngine {
  readonly dialect: SqlDialect
  /** Sees committed rows only. */
  readonly read: SqlReader
  /**
   * A number that changes once any process has committed a change, before the change is acknowledged; reading it is
   * cheap. Transactions that only add rows do not count. Missing if the engine can't tell.
   */
  readonly changeCount?: () => number
}

/** A relational database: transactions for changes, single statements for reads. */
export interface SqlEngine extends ReadingEngine {
  /**
   * Runs `work` as one transaction: atomic, and durable when this resolves. If `work` throws, it is rolled back and the
   * error rethrown. `work` may run more than once, and may await only its own statements. `unhurried` work, such as a
   * schema change, has no time limit. `addsOnly` promises that no existing user, key, category, album or image is
   * changed.
   * @throws {Failure} STORAGE_FAILED, also if the outcome of the commit is unknown
   */
  write<T>(
    work: (sql: SqlTransaction) => Promise<T>,
    options?: { unhurried?: boolean; addsOnly?: boolean },
  ): Promise<T>
  /** @throws {Failure} STORAGE_FAILED unless a transaction was committed durably within {@link commitTrustedMs} */
  checkHealth(): Promise<void>
  /** See `SiteDatabase.checkIntegrity`. */
  checkIntegrity(): Promise<void>
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
 * Runs the preparing steps on a newly opened engine and returns it; if one fails, the engine is closed.
 * @throws the error of a step
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

/** A column's text. @throws {TypeError} if the row has none */
export function text(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(`column ${column} holds ${typeof value} instead of text`)
}

/** A column's text, or null. */
export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** A column's whole number; PostgreSQL returns 64-bit integers and sums as decimal text. */
export function integer(row: SqlRow, column: string): number {
  const value = row[column]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw new TypeError(`column ${column} holds ${typeof value} instead of a whole number`)
}

/** A column's whole number, or null. */
export function integerOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

/** A column's flag, stored as 0 or 1. */
export function flag(row: SqlRow, column: string): boolean {
  return integer(row, column) === 1
}

/**
 * A text from a fixed list. Any other text, for example from another version, becomes the first, which allows the
 * least.
 */
export function oneOf<const T extends string>(
  row: SqlRow,
  column: string,
  [least, ...others]: readonly [T, ...T[]],
): T {
  return others.find((value) => value === row[column]) ?? least
}

/**
 * Maximum number of cached statements. Everyday work needs about a hundred. Searches with other numbers of words, and
 * lists of other numbers of networks, would add thousands, each of up to 300 kB.
 */
export const maxKeptStatements = 256

/**
 * Creates a function that caches one value per statement text.
 * @param onEvict receives the oldest value if there are more than {@link maxKeptStatements}; it is created again if its
 * text comes again
 */
export function keepStatements<T>(
  make: (text: string) => T,
  onEvict?: (made: T) => void,
): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    for (const [oldest, made] of kept) {
      if (kept.size < maxKeptStatements) break
      kept.delete(oldest)
      onEvict?.(made)
    }
    const made = make(text)
    kept.set(text, made)
    return made
  }
}

/** An image to be indexed. */
export interface IndexedImage {
  id: string
  ownerId: string
  /** The grams of its text, from `gramsOf`. */
  grams: ReadonlySet<number>
}

/** A query of the index. */
interface IndexSearch {
  /** At least one; images must have all of them. */
  grams: readonly number[]
  ownerId: string | undefined
  /** Further conditions on a row of `images`, including the comparison with the words. */
  conditions: readonly string[]
  parameters: readonly SqlValue[]
  /** The last image of the previous page. */
  after: Cursor | undefined
  limit: number
}

/**
 * The index of images' texts, the only part of the SQL that differs between the databases. It narrows a search to
 * images that may have its words, and a comparison decides. A server adds new rows soon after they are written; until
 * then, a search also compares those.
 */
export interface SearchIndex {
  /** The column of `images` that is null while an image is not indexed. It is meaningless in other databases. */
  readonly column: string
  /** The statements that create the index. */
  readonly statements: readonly string[]
  add(sql: SqlTransaction, images: readonly IndexedImage[]): Promise<void>
  /** Removes images from the index, before their texts change. */
  remove(sql: SqlTransaction, ids: Listed): Promise<void>
  /** Removes images from the index, before their rows are deleted. */
  removeForGood(sql: SqlTransaction, ids: Listed): Promise<void>
  /** The first `limit` images, newest first; there may be more with the same millisecond as the last. */
  find(sql: SqlReader, search: IndexSearch): Promise<Cursor[]>
}

/** An SQL condition on a column for any number of values, passed as one parameter. */
export interface Listed {
  /** Follows the column name. */
  text: string
  parameter: string
}
