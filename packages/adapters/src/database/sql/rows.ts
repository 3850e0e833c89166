import type { SqlRow } from './engine.ts'

/** A column's text. @throws {TypeError} if the row has none */
export function text(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(`column ${column} holds ${typeof value} instead of text`)
}

export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** A column's whole number; 64-bit integers and sums come from PostgreSQL as decimal text. */
export function integer(row: SqlRow, column: string): number {
  const value = row[column]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw new TypeError(`column ${column} holds ${typeof value} instead of a whole number`)
}

export function integerOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

export function flag(row: SqlRow, column: string): boolean {
  return integer(row, column) === 1
}

/** A text out of a fixed list. @throws {TypeError} if it is not on it */
export function oneOf<const T extends string>(row: SqlRow, column: string, values: readonly T[]): T {
  const found = values.find((value) => value === row[column])
  if (found !== undefined) return found
  throw new TypeError(`column ${column} holds something that is not one of ${values.join(', ')}`)
}

/** A value that this adapter wrote as JSON from a `T`. */
export function json<T>(row: SqlRow, column: string): T {
  return JSON.parse(text(row, column)) as T
}

/** A list that this adapter wrote as JSON from a `T[]`. Most lists are empty, so that is quick. */
export function jsonList<T>(row: SqlRow, column: string): T[] {
  const written = text(row, column)
  if (written === '[]') return []
  const list: unknown = JSON.parse(written)
  if (Array.isArray(list)) return list as T[]
  throw new TypeError(`column ${column} holds no JSON list`)
}
