import type { Both } from '@pictoglyph/forms/both'
import type { FieldWords } from '@pictoglyph/forms/thing'
import { nameKey } from '../language/text-field.ts'
import {
  flag,
  integer,
  integerOrNull,
  oneOf,
  type SqlRow,
  type SqlValue,
  text,
  textOrNull,
} from './engine.ts'

/** How a row stores a field of a record. */
export interface Column<Value> {
  /** The names of the columns that it reads. */
  readonly names: readonly string[]
  read(row: SqlRow): Value
  /** The column values that store a field's value. */
  write(value: Value): Readonly<Record<string, SqlValue>>
}

/** A field of any type, with its words. */
type AnyColumn = FieldWords & {
  readonly names: readonly string[]
  read(row: SqlRow): unknown
  write(value: never): ReturnType<Column<never>['write']>
}

/** The fields of a record, by name. */
export type Columns = Readonly<Record<string, AnyColumn>>

/** The fields of a record of a given type. */
export type ColumnsOf<Value> = { readonly [Name in keyof Value]: Column<Value[Name]> }

/** A record as read from its columns. */
export type RowOf<Fields extends Columns> = {
  -readonly [Name in keyof Fields]: ReturnType<Fields[Name]['read']>
}

/** Some of the fields. */
export function pickColumns<Fields extends Columns, Name extends keyof Fields>(
  columns: Fields,
  ...names: readonly Name[]
): Pick<Fields, Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Fields, Name>
}

/** Reads a whole row. @throws {TypeError} for a column with an invalid value */
export function readRow<Fields extends Columns>(columns: Fields, row: SqlRow): RowOf<Fields> {
  const read: Record<string, unknown> = {}
  // Lists have thousands of rows, and Object.entries takes longer than the reads.
  for (const name in columns) read[name] = columns[name]?.read(row)
  return read as RowOf<Fields>
}

/** The column values of the given fields; fields that are undefined or have no column are left out. */
export function writtenColumns<Fields extends Columns>(
  columns: Fields,
  values: Partial<RowOf<Fields>>,
): Record<string, SqlValue> {
  const written: Record<string, SqlValue> = {}
  for (const name in columns) {
    const value = values[name]
    if (value !== undefined) Object.assign(written, columns[name]?.write(value as never))
  }
  return written
}

/** The columns of a table, to SELECT. The prefix sets them apart from those of a joined table. */
export function selected(table: string, columns: Columns, prefix = ''): string {
  const names = Object.values(columns).flatMap((column) => column.names)
  return names.map((name) => `${table}.${name} AS ${prefix}${name}`).join(', ')
}

type Read<Value> = (row: SqlRow, name: string) => Value

/** A column that stores the value as it is. */
const plainColumn = <Value extends SqlValue>(name: string, read: Read<Value>): Column<Value> => ({
  names: [name],
  read: (row) => read(row, name),
  write: (value) => ({ [name]: value }),
})

/** The kinds of columns, by what they hold. */
export const column = {
  text: (name: string) => plainColumn(name, text),
  textOrNull: (name: string) => plainColumn(name, textOrNull),
  integer: (name: string) => plainColumn(name, integer),
  integerOrNull: (name: string) => plainColumn(name, integerOrNull),
  /** Stored as 0 or 1. */
  flag: (name: string): Column<boolean> => ({
    names: [name],
    read: (row) => flag(row, name),
    write: (value) => ({ [name]: Number(value) }),
  }),
  /** A text from a fixed list. Any other text becomes the first, which allows the least. */
  oneOf: <const Value extends string>(name: string, values: readonly [Value, ...Value[]]) =>
    plainColumn(name, (row) => oneOf(row, name, values)),
  /** A name and its folded form, which makes it unique in any case. */
  uniqueName: (name: string): Column<string> => ({
    names: [name],
    read: (row) => text(row, name),
    write: (value) => ({ [name]: value, [`${name}_key`]: nameKey(value) }),
  }),
  /** The position in the operator's order. */
  position: (): Column<number> & { readonly label: Both } => ({
    ...plainColumn('position', integer),
    label: ['Order', '顺序'],
  }),
}
