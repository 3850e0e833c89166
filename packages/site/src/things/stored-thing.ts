import type { Count, FieldWords, Thing } from '@pictoglyph/forms/thing'
import type { Failure } from '../language/failure.ts'
import type { Message } from '../language/message.ts'
import type { Column, Columns, RowOf } from '../rows/columns.ts'
import type { Sql, SqlReader } from '../rows/engine.ts'

/** A count of a thing that the database keeps or makes. */
interface StoredCount extends Count {
  /** The numbers of all things that have one, by id. */
  readonly of: (sql: SqlReader) => Promise<ReadonlyMap<string, number>>
}

/** A {@link Thing} and its rows: things that an operator names, enables and puts in order. */
export interface StoredThing extends Thing {
  readonly kind: 'category' | 'charset' | 'preset'
  readonly table: 'categories' | 'charsets' | 'presets'
  readonly columns: Columns & {
    readonly id: Column<string> & FieldWords
    readonly name: Column<string> & Required<FieldWords>
    readonly position: Column<number> & Pick<Required<FieldWords>, 'label'>
    readonly enabled: Column<boolean> & FieldWords
    /** Of things that have a default. */
    readonly isDefault?: Column<boolean> & FieldWords
    /** The stored text of a thing that this version can't read. Then it is not offered. */
    readonly unreadable?: Column<string | undefined> & FieldWords
  }
  readonly counts: Readonly<Record<string, StoredCount>>
  /** Whether replicas keep it in their snapshot, and read it again after a change. */
  readonly isInSnapshot: boolean
  /** The word for one in refusals. */
  readonly called: Message
  /** The refusal of one whose id or name is taken. */
  taken(one: { id: string; name: string }): Failure
  /** A new thing, but for its position. @throws {Failure} BAD_REQUEST */
  create(given: NewThing): NewRow | Promise<NewRow>
  /** What it consists of, as the audit log and lists of the command have it. */
  details?(row: NewRow): Readonly<Record<string, string>>
  /** @throws {Failure} CONFLICT where the others do not allow one more */
  mayAdd?(sql: Sql): Promise<void>
  /** @throws {Failure} CONFLICT where the others do not allow that this one is enabled */
  mayEnable?(sql: Sql, row: ThingRow<StoredThing>): Promise<void>
}

/** A thing without its position, and with the columns that its kind has. */
interface NewRow {
  id: string
  name: string
}

/** What a new thing is made of. */
export interface NewThing {
  name: string
  /** The other fields of the form or parameters of the command, by their names. */
  given: Readonly<Record<string, string | undefined>>
  nowMs: number
  isFree: (id: string) => Promise<boolean>
}

/** A thing as its columns hold it. */
export type ThingRow<T extends StoredThing> = RowOf<T['columns']>
