import { withAuditedSnapshotChange, withAuditedTransaction } from '../audit/audit-rows.ts'
import { conflict, type Failure, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { assignmentsOf, insertion } from '../rows/clauses.ts'
import { readRow, writtenColumns } from '../rows/columns.ts'
import type { Sql, SqlRow, SqlValue } from '../rows/engine.ts'
import { keepRows } from '../rows/kept-rows.ts'
import { arrangeRows, nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'
import type { StoredThing, ThingRow } from './stored-thing.ts'

/** The rows of a thing, in the operator's order. */
export interface ThingStore<Row extends object, CountName extends string = string> {
  byId(id: string): Promise<Row | undefined>
  list(): Promise<Row[]>
  /** The values of each count, by the ids of things. */
  counts(): Promise<Readonly<Record<CountName, ReadonlyMap<string, number>>>>
  /** Adds a thing at the end. @throws {Failure} CONFLICT for a taken id or name, or as the thing refuses it */
  add(row: Omit<Row, 'position'>, audit: AuditDraft): Promise<Row>
  /** @throws {Failure} NOT_FOUND; CONFLICT for a name that is taken, or as the thing refuses it */
  change(id: string, values: Partial<Row>, audit: AuditDraft): Promise<void>
  /** Puts the things into this order; other ids follow in their old order. */
  arrange(ids: readonly string[], audit: AuditDraft): Promise<void>
}

/** Defines the store of a kind of thing. */
export const thingStore = <const T extends StoredThing>(thing: T) => {
  type Row = ThingRow<T>
  const own: StoredThing = thing
  const { table, columns } = own
  const runChange = thing.isInSnapshot ? withAuditedSnapshotChange : withAuditedTransaction
  const readOne = (row: SqlRow) => readRow(columns, row) as Row
  return {
    walks: (engine) => ({
      byId: keepRows(engine, async (id) => {
        const row = await engine.read.get(`SELECT * FROM ${table} WHERE id = ?`, id)
        return row && readOne(row)
      }),
      async list() {
        const rows = await engine.read.all(`SELECT * FROM ${table} ORDER BY position, id`)
        return rows.map(readOne)
      },
    }),
    reads: ({ read }) => ({
      async counts() {
        const counts = Object.entries(thing.counts).map(
          async ([name, { of }]) => [name, await of(read)] as const,
        )
        return Object.fromEntries(await Promise.all(counts)) as Record<
          keyof T['counts'],
          ReadonlyMap<string, number>
        >
      },
    }),
    changes: (engine) => ({
      add: (row: Omit<Row, 'position'>, audit: AuditDraft) =>
        runChange(engine, audit, async (sql) => {
          const added = { ...row, position: await nextPosition(sql, thing) } as Row
          await own.mayAdd?.(sql)
          if (added.enabled) await own.mayEnable?.(sql, added)
          await clearDefault(sql, thing, added)
          if (!(await insertThing(sql, thing, added))) throw thing.taken(added)
          return added
        }),
      change: (id: string, values: Partial<Row>, audit: AuditDraft) =>
        runChange(engine, audit, async (sql) => {
          await sql.lock(thingLock(thing, id))
          const row = await sql.get(`SELECT * FROM ${table} WHERE id = ?`, id)
          if (!row) throw thingNotFound(thing, id)
          const before = readOne(row)
          const written = writtenColumns(columns, values)
          await requireFree(sql, thing, { ...before, ...values }, written)
          await requireSwitchable(sql, thing, before, values)
          await clearDefault(sql, thing, values)
          const set = assignmentsOf(written)
          if (set) await sql.run(`UPDATE ${table} SET ${set.text} WHERE id = ?`, ...set.parameters, id)
        }),
      arrange: (ids: readonly string[], audit: AuditDraft) =>
        runChange(engine, audit, (sql) => arrangeRows(sql, thing, ids)),
    }),
  } satisfies StoreDefinition
}

/** The failure for a thing that does not exist. */
export const thingNotFound = ({ called: noun }: StoredThing, id: string): Failure =>
  notFound(message('The {noun} "{id}"', { noun, id }))

/** The name of the lock on one thing. Changes take it exclusively; those who rely on its state share it. */
export const thingLock = ({ kind }: Pick<StoredThing, 'kind'>, id: string): string => `${kind}:${id}`

/** Inserts a row; returns false if its id or its name is taken. */
export async function insertThing(sql: Sql, { table, columns }: StoredThing, row: object): Promise<boolean> {
  const written = writtenColumns(columns, { ...row })
  return (await sql.run(...insertion(table, written, 'ON CONFLICT DO NOTHING'))) === 1
}

/** @throws {Failure} CONFLICT if another thing has the name, and names are unique */
async function requireFree(
  sql: Sql,
  { table, taken }: StoredThing,
  one: { id: string; name: string },
  { name_key: key }: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  if (key === undefined) return
  const other = await sql.get(`SELECT id FROM ${table} WHERE name_key = ? AND id <> ?`, key, one.id)
  if (other) throw taken(one)
}

/** @throws {Failure} CONFLICT for disabling the default, and for enabling one that is unreadable or refused */
async function requireSwitchable(
  sql: Sql,
  thing: StoredThing,
  before: ThingRow<StoredThing>,
  { enabled }: Partial<ThingRow<StoredThing>>,
): Promise<void> {
  const words = { name: before.name, noun: thing.called }
  if (enabled === false && before.isDefault === true) {
    throw conflict(
      message('"{name}" is the default {noun}. Make another one the default first, then disable it.', words),
    )
  }
  if (enabled !== true) return
  if (before.unreadable !== undefined) {
    throw conflict(
      message('The {noun} "{name}" is of a kind that this version does not know. Add another.', words),
    )
  }
  await thing.mayEnable?.(sql, before)
}

/** Clears the present default, if another thing becomes the default. */
async function clearDefault(
  sql: Sql,
  { table }: StoredThing,
  { isDefault }: Partial<ThingRow<StoredThing>>,
): Promise<void> {
  if (isDefault === true) await sql.run(`UPDATE ${table} SET is_default = 0 WHERE is_default = 1`)
}
