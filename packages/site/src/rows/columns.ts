import type { Both } from '@pictoglyph/forms/both'
import type { FieldWords } from '@pictoglyph/forms/thing'
import { nameKey } from '../language/text-field.ts'
import { flag, integer, type SqlRow, type SqlValue, text } from './engine.ts'

/** How a row stores a field of a thing. */
export interface Column<Value> {
  read(row: SqlRow): Value
  /** The column values that store a field's value. */
  write(value: Value): Readonly<Record<string, SqlValue>>
}

/** A field of any type, with its words. */
type AnyColumn = FieldWords & {
  read(row: SqlRow): unknown
  write(value: never): ReturnType<Column<never>['write']>
}

/** The fields of a thing, by name. */
export type Columns = Readonly<Record<string, AnyColumn>>

/** A thing as read from its columns. */
export type RowOf<Fields extends Columns> = {
  -readonly [Name in keyof Fields]: ReturnType<Fields[Name]['read']>
}

/** Reads a whole row. @throws {TypeError} for a column with an invalid value */
export function readRow<Fields extends Columns>(columns: Fields, row: SqlRow): RowOf<Fields> {
  const read = Object.entries(columns).map(([name, column]) => [name, column.read(row)])
  return Object.fromEntries(read) as RowOf<Fields>
}

/** The column values of the given fields. */
export function writtenColumns(
  columns: Columns,
  values: Readonly<Record<string, unknown>>,
): Record<string, SqlValue> {
  const written = Object.entries(values).map(([name, value]) => columns[name]?.write(value as never))
  return Object.assign({}, ...written) as Record<string, SqlValue>
}

export const textColumn = (column: string): Column<string> => ({
  read: (row) => text(row, column),
  write: (value) => ({ [column]: value }),
})

export const integerColumn = (column: string): Column<number> => ({
  read: (row) => integer(row, column),
  write: (value) => ({ [column]: value }),
})

export const flagColumn = (column: string): Column<boolean> => ({
  read: (row) => flag(row, column),
  write: (value) => ({ [column]: value ? 1 : 0 }),
})

/** A name and its folded form, which makes it unique in any case. */
export const uniqueNameColumn = (): Column<string> => ({
  read: (row) => text(row, 'name'),
  write: (value) => ({ name: value, name_key: nameKey(value) }),
})

/** The position in the operator's order. */
export const positionColumn = (): Column<number> & { readonly label: Both } => ({
  ...integerColumn('position'),
  label: ['Order', '顺序'],
})
