import type { Count, FieldWords, Thing } from '@pictoglyph/forms/thing'
import type { Failure } from '../language/failure.ts'
import type { Message } from '../language/message.ts'
import type { Column, Columns, RowOf } from '../rows/columns.ts'
import type { SqlReader } from '../rows/engine.ts'

/** A count of a thing that the database keeps or makes. */
interface StoredCount extends Count {
  /** The numbers of all things that have one, by id. */
  readonly of: (sql: SqlReader) => Promise<ReadonlyMap<string, number>>
}

/** A {@link Thing} and its rows: things that an operator names, enables and puts in order. */
export interface StoredThing extends Thing {
  readonly kind: 'category'
  readonly table: 'categories'
  readonly columns: Columns & {
    readonly id: Column<string> & FieldWords
    readonly name: Column<string> & Required<FieldWords>
    readonly position: Column<number> & Pick<Required<FieldWords>, 'label'>
    readonly enabled: Column<boolean> & FieldWords
  }
  readonly counts: Readonly<Record<string, StoredCount>>
  /** How many there may be at most. */
  readonly most: number
  /** The refusal of one more. */
  readonly tooMany: (max: number) => Message
  /** The refusal of one whose name is taken. */
  readonly taken: (name: string) => Failure
  readonly missing: (id: string) => Message
  /** A new thing, but for its position. */
  readonly create: (given: NewThing) => Promise<{ id: string; name: string }>
}

/** What a new thing is made of. */
export interface NewThing {
  name: string
  nowMs: number
  isFree: (id: string) => Promise<boolean>
}

/** A thing as its columns hold it. */
export type ThingRow<T extends StoredThing> = RowOf<T['columns']>
