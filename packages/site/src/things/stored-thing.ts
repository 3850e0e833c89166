import type { Count, FieldWords, Thing } from '@pictoglyph/forms/thing'
import type { Failure } from '../language/failure.ts'
import type { Message } from '../language/message.ts'
import type { Column, Columns, RowOf } from '../rows/columns.ts'
import type { Sql, SqlReader } from '../rows/engine.ts'

/** A count of a thing, with its query. */
interface StoredCount extends Count {
  /** The count of each thing by id; a missing id is 0. */
  readonly of: (sql: SqlReader) => Promise<ReadonlyMap<string, number>>
}

/** A {@link Thing} with its storage: things that an operator names, enables and puts in order. */
export interface StoredThing extends Thing {
  readonly kind: 'category' | 'charset' | 'preset'
  readonly table: 'categories' | 'charsets' | 'presets'
  readonly columns: Columns & {
    readonly id: Column<string> & FieldWords
    readonly name: Column<string> & Required<FieldWords>
    readonly position: Column<number> & Pick<Required<FieldWords>, 'label'>
    readonly enabled: Column<boolean> & FieldWords
    /** For kinds with a default. */
    readonly isDefault?: Column<boolean> & FieldWords
    /** The stored text of a thing that this version can't read. Such a thing is not offered. */
    readonly unreadable?: Column<string | undefined> & FieldWords
  }
  readonly counts: Readonly<Record<string, StoredCount>>
  /** Whether replicas keep it in their snapshot, and refresh that after a change. */
  readonly isInSnapshot: boolean
  /** The noun for one in refusals. */
  readonly called: Message
  /** The refusal of a new thing whose id or name is taken. */
  taken(one: { id: string; name: string }): Failure
  /** Creates a thing, without its position. @throws {Failure} BAD_REQUEST */
  create(given: NewThing): NewRow | Promise<NewRow>
  /** Its parts, for the audit log and the command's lists. */
  details?(row: NewRow): Readonly<Record<string, string>>
  /** @throws {Failure} CONFLICT if no more may be added */
  mayAdd?(sql: Sql): Promise<void>
  /** @throws {Failure} CONFLICT if this one can't be enabled next to the others */
  mayEnable?(sql: Sql, row: ThingRow<StoredThing>): Promise<void>
}

/** A new row without its position, with the columns of its kind. */
interface NewRow {
  id: string
  name: string
}

/** The input for a new thing. */
export interface NewThing {
  name: string
  /** The other form fields or command parameters, by name. */
  given: Readonly<Record<string, string | undefined>>
  nowMs: number
  isFree: (id: string) => Promise<boolean>
}

/** A thing as read from its columns. */
export type ThingRow<T extends StoredThing> = RowOf<T['columns']>
