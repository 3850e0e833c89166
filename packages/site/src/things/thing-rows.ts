import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { conflict, notFound } from '../language/failure.ts'
import type { AuditDraft } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { assignmentsOf, insertion } from '../rows/clauses.ts'
import { readRow, writtenColumns } from '../rows/columns.ts'
import type { Sql, SqlRow } from '../rows/engine.ts'
import { keepRows } from '../rows/kept-rows.ts'
import { arrangeRows, nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'
import type { StoredThing, ThingRow } from './stored-thing.ts'

/** The rows of a thing, in the operator's order. */
export interface ThingStore<Row extends object, CountName extends string = string> {
  byId(id: string): Promise<Row | undefined>
  list(): Promise<Row[]>
  /** The numbers of each count, by the ids of things. */
  counts(): Promise<Readonly<Record<CountName, ReadonlyMap<string, number>>>>
  /** Adds one at the end. @throws {Failure} CONFLICT for a name that is taken, or one too many */
  add(row: Omit<Row, 'position'>, audit: AuditDraft): Promise<Row>
  /** @throws {Failure} NOT_FOUND; CONFLICT for a name that is taken */
  change(id: string, values: Partial<Row>, audit: AuditDraft): Promise<void>
  /** Puts them into this order; ids that are left out follow in their old order. */
  arrange(ids: readonly string[], audit: AuditDraft): Promise<void>
}

/** The store of a thing. */
export const thingStore = <const T extends StoredThing>(thing: T) => {
  type Row = ThingRow<T>
  const { table, columns }: StoredThing = thing
  const unchanged = { text: 'id = id', parameters: [] }
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
        withAuditedTransaction(engine, audit, async (sql) => {
          await requireRoom(sql, thing)
          const added = { ...row, position: await nextPosition(sql, thing) } as Row
          if (!(await insertThing(sql, thing, added))) throw thing.taken(added.name)
          return added
        }),
      change: (id: string, values: Partial<Row>, audit: AuditDraft) =>
        withAuditedTransaction(engine, audit, async (sql) => {
          await sql.lock(thingLock(thing, id))
          const written = writtenColumns(columns, values)
          await requireFree(sql, thing, { id, ...values })
          const { text, parameters } = assignmentsOf(written) ?? unchanged
          const found = await sql.run(`UPDATE ${table} SET ${text} WHERE id = ?`, ...parameters, id)
          if (found === 0) throw notFound(thing.missing(id))
        }),
      arrange: (ids: readonly string[], audit: AuditDraft) =>
        withAuditedTransaction(engine, audit, (sql) => arrangeRows(sql, thing, ids)),
    }),
  } satisfies StoreDefinition
}

/** Lock on one thing. Whoever relies on its state shares it; a change takes it alone. */
export const thingLock = ({ kind }: Pick<StoredThing, 'kind'>, id: string): string => `${kind}:${id}`

/** Inserts a row; false if its id or its name is taken. */
export async function insertThing(sql: Sql, { table, columns }: StoredThing, row: object): Promise<boolean> {
  const written = writtenColumns(columns, { ...row })
  return (await sql.run(...insertion(table, written, 'ON CONFLICT DO NOTHING'))) === 1
}

/** @throws {Failure} CONFLICT for a name that another one has */
async function requireFree(
  sql: Sql,
  { table, taken }: StoredThing,
  { id, name }: { id: string; name?: string },
): Promise<void> {
  if (name === undefined) return
  const other = await sql.get(`SELECT id FROM ${table} WHERE name_key = ? AND id <> ?`, nameKey(name), id)
  if (other) throw taken(name)
}

/** @throws {Failure} CONFLICT if there are as many as allowed */
async function requireRoom(sql: Sql, { table, most, tooMany }: StoredThing): Promise<void> {
  const last = await sql.get(`SELECT id FROM ${table} LIMIT 1 OFFSET ?`, most - 1)
  if (last) throw conflict(tooMany(most))
}
