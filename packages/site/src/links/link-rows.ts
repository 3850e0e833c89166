import { writeAudit } from '../audit/audit-rows.ts'
import { imageColumns, isNotExpired, joinOwnerAndBlob, readImage } from '../images/image-rows.ts'
import { badField, type Failure, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, Image } from '../language/records.ts'
import { insertion, isOneOf } from '../rows/clauses.ts'
import { column, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { integer, type SqlDialect, type SqlRow, type SqlTransaction, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'

const keptTargets = 1_000

const columns = {
  name: column.text('name'),
  ownerId: column.text('owner_id'),
  /** An image of its owner. Once that is gone, the link leads nowhere. */
  imageId: column.text('image_id'),
  /** Number of the current target, from 1. */
  number: column.integer('number'),
  changedAtMs: column.integer('changed_at_ms'),
  /** When the link was switched off; its owner keeps the name. */
  endedAtMs: column.integerOrNull('ended_at_ms'),
}

/** A name that leads to an image, which may change later. */
export type PermanentLink = RowOf<typeof columns>

const targetColumns = {
  number: column.integer('number'),
  imageId: column.text('image_id'),
  atMs: column.integer('at_ms'),
  /** The user who set the target. */
  actor: column.text('actor'),
}

/** A present or earlier target of a link. */
export type LinkTarget = RowOf<typeof targetColumns>

/** A target whose image still exists. */
export interface ShownTarget extends Pick<LinkTarget, 'number'> {
  name: string
  image: Image
}

/** Maximum number of targets displayed next to a link. */
const targetsInStrip = 6

/** A change of a link. */
interface LinkChange {
  name: string
  ownerId: string
  imageId: string
  atMs: number
  actor: string
}

/** Permanent links: their names stay while their images may change. */
export const linkStore = {
  walks: ({ dialect, read }, clock) => ({
    async byName(name: string) {
      const row = await read.get('SELECT * FROM links WHERE name = ?', name)
      return row && readLink(row)
    },
    /** All stored targets, the latest first. */
    async history(name: string): Promise<LinkTarget[]> {
      const rows = await read.all('SELECT * FROM link_targets WHERE name = ? ORDER BY number DESC', name)
      return rows.map((row) => readRow(targetColumns, row))
    },
    /**
     * The last {@link targetsInStrip} targets with existing images, for each of these links, by link name; the latest
     * first.
     */
    async strips(names: readonly string[]): Promise<ReadonlyMap<string, readonly ShownTarget[]>> {
      if (names.length === 0) return new Map()
      const { text: areNamed, parameter } = isOneOf(dialect, names)
      const rows = await read.all(
        `SELECT link_targets.name AS link_name, link_targets.number AS link_number, ${imageColumns}
         FROM links JOIN link_targets ON link_targets.name = links.name
           AND link_targets.number > links.number - ${targetsInStrip}
         JOIN images ON images.id = link_targets.image_id ${joinOwnerAndBlob}
         WHERE links.name ${areNamed} AND images.deleted_at_ms IS NULL AND ${isNotExpired}
         ORDER BY link_targets.name, link_targets.number DESC`,
        parameter,
        clock(),
      )
      return Map.groupBy(
        rows.map((row) => ({
          name: text(row, 'link_name'),
          number: integer(row, 'link_number'),
          image: readImage(row),
        })),
        ({ name }) => name,
      )
    },
  }),
  reads: ({ read }) => ({
    /** The links of one owner, or all, by name, including those switched off. */
    async list(ownerId?: string) {
      const rows =
        ownerId === undefined
          ? await read.all('SELECT * FROM links ORDER BY name')
          : await read.all('SELECT * FROM links WHERE owner_id = ? ORDER BY name', ownerId)
      return rows.map(readLink)
    },
  }),
  changes: ({ dialect, write }, clock) => ({
    /**
     * Makes a name lead to a live image of its owner. This takes a free name and switches an ended link of the owner on
     * again; a link that already leads there stays as it is. The last thousand targets are kept.
     * @throws {Failure} NOT_FOUND for an image that does not exist or is not the owner's; BAD_REQUEST for a name that
     * belongs to someone else
     */
    set: (change: LinkChange, audit: AuditDraft) =>
      write(async (sql) => {
        const former = await sql.get('SELECT number FROM links WHERE name = ?', change.name)
        const link = await setLink(sql, dialect, change, clock())
        if (former === undefined || integer(former, 'number') !== link.number) await writeAudit(sql, audit)
        return link
      }),
    /**
     * Switches a link off, or on again to its last target (`null`). Its owner and its history stay.
     * @returns whether this changed anything; otherwise nothing is written
     */
    setEnd: (name: string, endedAtMs: number | null, audit: AuditDraft) =>
      write(async (sql) => {
        await sql.lock(`link:${name}`)
        const changed = await sql.run(
          `UPDATE links SET ended_at_ms = ? WHERE name = ? AND ended_at_ms IS ${endedAtMs === null ? 'NOT NULL' : 'NULL'}`,
          endedAtMs,
          name,
        )
        if (changed > 0) await writeAudit(sql, audit)
        return changed > 0
      }),
  }),
} satisfies StoreDefinition

/** `links.set` within another change. @throws {Failure} as that does */
export async function setLink(
  sql: SqlTransaction,
  dialect: SqlDialect,
  change: LinkChange,
  nowMs: number,
): Promise<PermanentLink> {
  const { name, ownerId, imageId, atMs, actor } = change
  const image = await sql.get(
    `SELECT id FROM images WHERE id = ? AND owner_id = ? AND deleted_at_ms IS NULL AND ${isNotExpired}${dialect.forShare}`,
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
    ...insertion(
      'links',
      writtenColumns(columns, link),
      `ON CONFLICT (name) DO UPDATE SET image_id = excluded.image_id, number = excluded.number,
changed_at_ms = excluded.changed_at_ms, ended_at_ms = excluded.ended_at_ms`,
    ),
  )
  await sql.run(
    ...insertion('link_targets', { name, ...writtenColumns(targetColumns, { ...link, atMs, actor }) }),
  )
  await sql.run('DELETE FROM link_targets WHERE name = ? AND number <= ?', name, link.number - keptTargets)
  return link
}

const readLink = (row: SqlRow) => readRow(columns, row)

/** The refusal of a name that belongs to someone else. */
export function linkOfAnother(name: string): Failure {
  return badField('link', message('The link "{name}" belongs to another account.', { name }))
}
