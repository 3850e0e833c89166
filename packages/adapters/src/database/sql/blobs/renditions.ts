import type { RenditionRow, RenditionStore } from '@pictoglyph/core'
import { integer, type Sql, type SqlEngine, type SqlRow, text, textOrNull } from '../engine.ts'
import { readStoredFile } from '../images/image-rows.ts'
import { addBlobReference, dropBlobReference, dropRenditionsAt } from './blob-references.ts'

/** `RenditionStore` over an engine. */
export function createRenditionStore(
  { dialect, read, write }: SqlEngine,
  clock: () => number,
): RenditionStore {
  return {
    of: (source) => renditionsOf(read, source),

    async thumbnails(sources) {
      if (sources.length === 0) return []
      const rows = await read.all(
        `SELECT source, size, format, placeholder, created_at_ms FROM renditions
         WHERE size = 'thumbnail' AND format = 'webp' AND source IN (${sources.map(() => '?').join(', ')})`,
        ...sources,
      )
      return rows.map(readWithoutFile)
    },

    record: (rendition) =>
      write(async (sql) => {
        const { source, size, format, file, placeholder, createdAtMs, removalsSeen } = rendition
        // Held until the end, so that the row does not outlive the last image of its source.
        const blob = await sql.get(`SELECT images FROM blobs WHERE address = ?${dialect.forShare}`, source)
        if (!blob || integer(blob, 'images') === 0) return { kind: 'sourceGone' }
        const nowMs = clock()
        const needed = await addBlobReference(sql, file, { createdAtMs, nowMs, removalsSeen })
        if (needed.kind === 'removing') return { kind: 'blobRemoving', untilMs: needed.untilMs }
        const stays = await sql.run(
          `INSERT INTO renditions (source, size, format, address, placeholder, created_at_ms)
           VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (source, size, format) DO UPDATE
           SET address = excluded.address, placeholder = excluded.placeholder
           WHERE renditions.address IS NULL`,
          source,
          size,
          format,
          file.address,
          placeholder,
          createdAtMs,
        )
        if (stays === 0) await dropBlobReference(sql, file.address, { images: 1, atMs: nowMs })
        await foundOutAt(sql, rendition)
        const kept = (await renditionsOf(sql, source)).find(
          (row) => row.size === size && row.format === format,
        )
        if (kept === undefined) throw new Error(`the rendition ${size} ${format} of ${source} is not there`)
        return { kind: 'recorded', rendition: kept }
      }),

    markImpossible: (rendition) =>
      write(async (sql) => {
        const { source, size, format, createdAtMs } = rendition
        await sql.run(
          `INSERT INTO renditions (source, size, format, created_at_ms) VALUES (?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          source,
          size,
          format,
          createdAtMs,
        )
        await foundOutAt(sql, rendition)
      }),

    async forget(address, atMs) {
      await write((sql) => dropRenditionsAt(sql, address, atMs))
    },
  }
}

/** Records when this was last found out; never moves the time back. */
async function foundOutAt(
  sql: Sql,
  { source, size, format, createdAtMs }: Pick<RenditionRow, 'source' | 'size' | 'format' | 'createdAtMs'>,
): Promise<void> {
  await sql.run(
    `UPDATE renditions SET created_at_ms = ?
     WHERE source = ? AND size = ? AND format = ? AND created_at_ms < ?`,
    createdAtMs,
    source,
    size,
    format,
    createdAtMs,
  )
}

async function renditionsOf(sql: Sql, source: string): Promise<RenditionRow[]> {
  const rows = await sql.all(
    `SELECT renditions.source, renditions.size, renditions.format, renditions.placeholder,
       renditions.created_at_ms, renditions.address, blobs.size_bytes, blobs.media_type, blobs.width,
       blobs.height, blobs.frames
     FROM renditions LEFT JOIN blobs ON blobs.address = renditions.address
     WHERE renditions.source = ?`,
    source,
  )
  return rows.map(readRendition)
}

function readRendition(row: SqlRow): RenditionRow {
  return {
    ...readWithoutFile(row),
    file: textOrNull(row, 'address') === null ? null : readStoredFile(row),
  }
}

function readWithoutFile(row: SqlRow): Omit<RenditionRow, 'file'> {
  return {
    source: text(row, 'source'),
    // Written here only, from the names that core has for them.
    size: text(row, 'size') as RenditionRow['size'],
    format: text(row, 'format') as RenditionRow['format'],
    placeholder: textOrNull(row, 'placeholder'),
    createdAtMs: integer(row, 'created_at_ms'),
  }
}
