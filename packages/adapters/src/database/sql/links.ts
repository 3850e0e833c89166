import {
  type LinkChange,
  type LinkStore,
  linkOfAnother,
  message,
  type NamedLink,
  notFound,
} from '@pictoglyph/core'
import { writeAudit } from './audit.ts'
import {
  integer,
  integerOrNull,
  type SqlDialect,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  text,
} from './engine.ts'
import { isNotEnded } from './images/image-rows.ts'

const keptTargets = 1_000

/** `LinkStore` over an engine. */
export function createLinkStore(engine: SqlEngine, clock: () => number): LinkStore {
  const { read, dialect } = engine
  return {
    set: (change, audit) =>
      engine.write(async (sql) => {
        const link = await setLink(sql, dialect, change, clock())
        await writeAudit(sql, audit)
        return link
      }),
    setEnd: (name, endedAtMs, audit) =>
      engine.write(async (sql) => {
        await sql.lock(`link:${name}`)
        const changed = await sql.run(
          `UPDATE links SET ended_at_ms = ? WHERE name = ? AND ended_at_ms IS ${endedAtMs === null ? 'NOT NULL' : 'NULL'}`,
          endedAtMs,
          name,
        )
        if (changed > 0) await writeAudit(sql, audit)
        return changed > 0
      }),
    async byName(name) {
      const row = await read.get('SELECT * FROM links WHERE name = ?', name)
      return row && readLink(row)
    },
    async list(ownerId) {
      const rows =
        ownerId === undefined
          ? await read.all('SELECT * FROM links ORDER BY name')
          : await read.all('SELECT * FROM links WHERE owner_id = ? ORDER BY name', ownerId)
      return rows.map(readLink)
    },
    async history(name) {
      const rows = await read.all('SELECT * FROM link_targets WHERE name = ? ORDER BY number DESC', name)
      return rows.map((row) => ({
        number: integer(row, 'number'),
        imageId: text(row, 'image_id'),
        atMs: integer(row, 'at_ms'),
        actor: text(row, 'actor'),
      }))
    },
  }
}

/** `LinkStore.set` within another change. @throws {Failure} as that does */
export async function setLink(
  sql: SqlTransaction,
  dialect: SqlDialect,
  change: LinkChange,
  nowMs: number,
): Promise<NamedLink> {
  const { name, ownerId, imageId, atMs, actor } = change
  const image = await sql.get(
    `SELECT id FROM images WHERE id = ? AND owner_id = ? AND deleted_at_ms IS NULL AND ${isNotEnded}${dialect.forShare}`,
    imageId,
    ownerId,
    nowMs,
  )
  if (!image) throw notFound(message('The image {id}', { id: imageId }))
  await sql.lock(`link:${name}`)
  const row = await sql.get('SELECT * FROM links WHERE name = ?', name)
  const former = row && readLink(row)
  if (former !== undefined && former.ownerId !== ownerId) throw linkOfAnother(name)
  if (former?.imageId === imageId && former.endedAtMs === null) return former
  const link = {
    name,
    ownerId,
    imageId,
    number: (former?.number ?? 0) + 1,
    changedAtMs: atMs,
    endedAtMs: null,
  }
  await sql.run(
    `INSERT INTO links (name, owner_id, image_id, number, changed_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET image_id = excluded.image_id, number = excluded.number,
       changed_at_ms = excluded.changed_at_ms, ended_at_ms = NULL`,
    name,
    ownerId,
    imageId,
    link.number,
    atMs,
  )
  await sql.run(
    'INSERT INTO link_targets (name, number, image_id, at_ms, actor) VALUES (?, ?, ?, ?, ?)',
    name,
    link.number,
    imageId,
    atMs,
    actor,
  )
  await sql.run('DELETE FROM link_targets WHERE name = ? AND number <= ?', name, link.number - keptTargets)
  return link
}

function readLink(row: SqlRow): NamedLink {
  return {
    name: text(row, 'name'),
    ownerId: text(row, 'owner_id'),
    imageId: text(row, 'image_id'),
    number: integer(row, 'number'),
    changedAtMs: integer(row, 'changed_at_ms'),
    endedAtMs: integerOrNull(row, 'ended_at_ms'),
  }
}
