import { badRequest } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Cursor } from './cursor.ts'

/** Values of parameters and results. Flags are 0 and 1, times are milliseconds, JSON is text. */
export type SqlValue = string | number | null

/** A row as the driver gave it. PostgreSQL's 64-bit integers arrive as text. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Queries in portable SQL with `?` for each parameter. A failing engine throws STORAGE_FAILED with the
 * driver's error as its cause; a text with a NUL character, which PostgreSQL can't keep, is BAD_REQUEST.
 */
export interface SqlReader {
  all(text: string, ...parameters: SqlValue[]): Promise<SqlRow[]>
  /** The first row, if there is one. */
  get(text: string, ...parameters: SqlValue[]): Promise<SqlRow | undefined>
}

/** Queries, and statements that change rows. */
export interface Sql extends SqlReader {
  /** Resolves to the number of rows inserted, updated or deleted. */
  run(text: string, ...parameters: SqlValue[]): Promise<number>
}

/** Statements inside one transaction. */
export interface SqlTransaction extends Sql {
  /**
   * Holds the named lock until the transaction ends, after waiting for its present holder; any number can share it. An
   * engine that runs one transaction at a time does nothing.
   */
  lock(name: string, mode?: 'exclusive' | 'shared'): Promise<void>
  /** Holds the locks whose names are the column `name` of a SELECT, one after the other in its order. */
  lockEach(select: string, ...parameters: SqlValue[]): Promise<void>
}

/** The differences between the SQL of the two engines. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types: 64-bit integer, text compared by code points, and a key that counts up automatically. */
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
  /** As the last clause: only rows that are not locked by others. */
  readonly forUpdateOfFree: string
  /** After FROM: the items of a JSON list, its one parameter, as the column `value` of rows named `given`. */
  readonly given: string
  /** Gives a row if there is a table of the name that is its parameter. */
  readonly tableNamed: string
  /** The function that gives the place of a text in another, from 1, or 0. */
  readonly position: 'instr' | 'strpos'
  /** Rows that a counter is spread over, so that transactions side by side rarely wait for each other. */
  readonly counterShards: number
  /** Text that may be too long for an index entry is left out of it. */
  readonly indexesLongText: boolean
  /** The index that finds images by their text. */
  readonly search: SearchIndex
}

/** How long a health check trusts a commit before it makes one itself, because anyone may ask for it. */
export const commitTrustedMs = 1_000

/** The part of a relational database that reads. */
export interface ReadingEngine {
  readonly dialect: SqlDialect
  /** Sees committed rows only. */
  readonly read: SqlReader
  /**
   * A number that changes once any process has committed a change, before the change is acknowledged; reading it costs
   * nothing. Transactions that only add do not count. Missing if the engine can't tell.
   */
  readonly changeCount?: () => number
}

/** A relational database: transactions for changes, plain statements for reads. */
export interface SqlEngine extends ReadingEngine {
  /**
   * Runs `work` as one transaction: atomic, and durable when this resolves. An error of `work` rolls it back and is
   * thrown again. `work` may run more than once, and may await only its own statements. `unhurried` work, such as a
   * change of the schema, has no time limit. `addsOnly` promises that no existing user, key, category, album or image
   * is changed.
   * @throws {Failure} STORAGE_FAILED, also if the outcome of the commit is unknown
   */
  write<T>(
    work: (sql: SqlTransaction) => Promise<T>,
    options?: { unhurried?: boolean; addsOnly?: boolean },
  ): Promise<T>
  /** @throws {Failure} STORAGE_FAILED unless a transaction was committed durably within {@link commitTrustedMs} */
  checkHealth(): Promise<void>
  /** As `SiteDatabase` has it. */
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
 * A newly opened engine, after the steps that prepare it; if one fails, it is closed.
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
 * A text out of a fixed list. Any other, as another version may have written, is the first: the one that allows the
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
 * How many statements are kept. Everyday work needs about a hundred. Searches with other numbers of words, and lists of
 * other numbers of networks, would make thousands, each of up to 300 kB.
 */
export const maxKeptStatements = 256

/**
 * Makes a value for a statement's text once, and returns it for that text from then on.
 * @param onEvict receives the oldest value if there are more than {@link maxKeptStatements}; it is made again if its
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

/** An image whose text the index can find. */
export interface IndexedImage {
  id: string
  ownerId: string
  /** The numbers of its text, by `gramsOf`. */
  grams: ReadonlySet<number>
}

/** A query to the index. */
interface IndexSearch {
  /** At least one; images must have all of them. */
  grams: readonly number[]
  ownerId: string | undefined
  /** Further conditions on a row of `images`, including the comparison with the words. */
  conditions: readonly string[]
  parameters: readonly SqlValue[]
  /** The last image of the page before. */
  after: Cursor | undefined
  limit: number
}

/**
 * The index of images' texts, the only part of the SQL that differs between the databases. It narrows a search to
 * images that may have its words, and a comparison decides. New rows are not in it; a server adds them soon after, and
 * a search looks through those too.
 */
export interface SearchIndex {
  /** The column of `images` that is null while an image is not in the index. It means nothing to other databases. */
  readonly column: string
  /** The statements that make the index of a site without one. */
  readonly statements: readonly string[]
  add(sql: SqlTransaction, images: readonly IndexedImage[]): Promise<void>
  /** Takes images out, before their texts are changed. */
  remove(sql: SqlTransaction, ids: Listed): Promise<void>
  /** The same before their rows go. */
  removeForGood(sql: SqlTransaction, ids: Listed): Promise<void>
  /** The first `limit` images, newest first; there may be more with the same millisecond as the last. */
  find(sql: SqlReader, search: IndexSearch): Promise<Cursor[]>
}

/** A condition on a column, for any number of values: one text, with the values as its one parameter. */
export interface Listed {
  /** Follows the column. */
  text: string
  parameter: string
}
