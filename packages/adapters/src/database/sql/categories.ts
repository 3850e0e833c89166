import {
  alreadyTaken,
  type Category,
  type CategoryStore,
  conflict,
  maxListed,
  message,
  nameKey,
  notFound,
} from '@pictoglyph/core'
import { withAuditedTransaction } from './audit.ts'
import { readCounters } from './counters.ts'
import { flag, integer, type Sql, type SqlEngine, type SqlRow, text } from './engine.ts'
import { arrangeRows, nextPosition } from './positions.ts'

/** `CategoryStore` over an engine. */
export function createCategoryStore(engine: SqlEngine): CategoryStore {
  const { read } = engine
  return {
    add: (category, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        await requireRoom(sql)
        const added = { ...category, position: await nextPosition(sql, { table: 'categories' }) }
        if (!(await insertCategory(sql, added))) throw nameTaken(category.name)
        return added
      }),
    async byId(id) {
      const row = await read.get('SELECT * FROM categories WHERE id = ?', id)
      return row && readCategory(row)
    },
    async list() {
      const rows = await read.all('SELECT * FROM categories ORDER BY position, id')
      return rows.map(readCategory)
    },
    setEnabled: (id, enabled, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        await sql.lock(categoryLock(id))
        const found = await sql.run('UPDATE categories SET enabled = ? WHERE id = ?', enabled ? 1 : 0, id)
        if (found === 0) throw notFound(message('The category'))
      }),
    rename: (id, name, audit) =>
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
    arrange: (ids, audit) =>
      withAuditedTransaction(engine, audit, (sql) => arrangeRows(sql, { table: 'categories' }, ids)),
    async counts() {
      const counters = await readCounters(read, 'category')
      return new Map(counters.map(([id, counter]) => [id, counter.images]))
    },
    async defaultsOfKeys() {
      const rows = await read.all(
        `SELECT default_category_id, COUNT(*) AS keys FROM api_keys
         WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL GROUP BY default_category_id`,
      )
      return new Map(rows.map((row) => [text(row, 'default_category_id'), integer(row, 'keys')]))
    },
  }
}

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
    `INSERT INTO categories (id, name, name_key, position, enabled, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    category.id,
    category.name,
    nameKey(category.name),
    category.position,
    category.enabled ? 1 : 0,
    category.createdAtMs,
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
