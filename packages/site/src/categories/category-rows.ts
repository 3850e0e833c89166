import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { alreadyTaken, conflict, notFound } from '../language/failure.ts'
import { maxListed } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, Category } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { insertion } from '../rows/clauses.ts'
import { readCounters } from '../rows/counters.ts'
import { flag, integer, type Sql, type SqlRow, text } from '../rows/engine.ts'
import { keepRows } from '../rows/kept-rows.ts'
import { arrangeRows, nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'

/** Categories, in the operator's order. */
export const categoryStore = {
  walks: (engine) => ({
    byId: keepRows(engine, async (id) => {
      const row = await engine.read.get('SELECT * FROM categories WHERE id = ?', id)
      return row && readCategory(row)
    }),
    /** In the operator's order. */
    async list() {
      const rows = await engine.read.all('SELECT * FROM categories ORDER BY position, id')
      return rows.map(readCategory)
    },
    /** Live images of each category, by id. */
    async counts() {
      const counters = await readCounters(engine.read, 'category')
      return new Map(counters.map(([id, counter]) => [id, counter.images]))
    },
  }),
  reads: ({ read }) => ({
    /** Keys that are not revoked and have a category as their default, counted by its id. */
    async defaultsOfKeys() {
      const rows = await read.all(
        `SELECT default_category_id, COUNT(*) AS keys FROM api_keys
         WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL GROUP BY default_category_id`,
      )
      return new Map(rows.map((row) => [text(row, 'default_category_id'), integer(row, 'keys')]))
    },
  }),
  changes: (engine) => ({
    /** @throws {Failure} CONFLICT for a name that is taken, or more categories than `maxListed` lets a site have */
    add: (category: Omit<Category, 'position'>, audit: AuditDraft): Promise<Category> =>
      withAuditedTransaction(engine, audit, async (sql) => {
        await requireRoom(sql)
        const added = { ...category, position: await nextPosition(sql, { table: 'categories' }) }
        if (!(await insertCategory(sql, added))) throw nameTaken(category.name)
        return added
      }),
    setEnabled: (id: string, enabled: boolean, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        await sql.lock(categoryLock(id))
        const found = await sql.run('UPDATE categories SET enabled = ? WHERE id = ?', enabled ? 1 : 0, id)
        if (found === 0) throw notFound(message('The category'))
      }),
    rename: (id: string, name: string, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const key = nameKey(name)
        if (await sql.get('SELECT id FROM categories WHERE name_key = ? AND id <> ?', key, id)) {
          throw nameTaken(name)
        }
        const found = await sql.run(
          'UPDATE categories SET name = ?, name_key = ? WHERE id = ?',
          name,
          key,
          id,
        )
        if (found === 0) throw notFound(message('The category'))
      }),
    /** Puts the categories into this order; ids that are left out follow in their old order. */
    arrange: (ids: readonly string[], audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) => arrangeRows(sql, { table: 'categories' }, ids)),
  }),
} satisfies StoreDefinition

/** @throws {Failure} CONFLICT if the site has as many as allowed */
async function requireRoom(sql: Sql): Promise<void> {
  const max = maxListed.categories
  const last = await sql.get('SELECT id FROM categories LIMIT 1 OFFSET ?', max - 1)
  if (last) throw conflict(message('A site has at most {max} categories.', { max }))
}

/** Uploads share this lock while they rely on the category's state; a change of the state takes it exclusively. */
export function categoryLock(id: string): string {
  return `category:${id}`
}

/** False if the id or the name is taken. */
export async function insertCategory(sql: Sql, category: Category): Promise<boolean> {
  const added = await sql.run(
    ...insertion(
      'categories',
      {
        id: category.id,
        name: category.name,
        name_key: nameKey(category.name),
        position: category.position,
        enabled: category.enabled ? 1 : 0,
        created_at_ms: category.createdAtMs,
      },
      'ON CONFLICT DO NOTHING',
    ),
  )
  return added === 1
}

function nameTaken(name: string) {
  return alreadyTaken('name', message('A category named "{name}" exists already.', { name }))
}

function readCategory(row: SqlRow): Category {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    position: integer(row, 'position'),
    enabled: flag(row, 'enabled'),
    createdAtMs: integer(row, 'created_at_ms'),
  }
}
