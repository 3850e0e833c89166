import {
  addBlobReference,
  type BlobReferences,
  removeBlobReferences,
  removeRenditionsAt,
} from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import type { StoredFile } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { type Column, column, type RowOf, readRow, selected, writtenColumns } from '../rows/columns.ts'
import {
  integer,
  type Sql,
  type SqlDialect,
  type SqlReader,
  type SqlRow,
  textOrNull,
} from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { readStoredFile, selectedFacts } from './image-rows.ts'
import type { RenditionFormat, RenditionSize } from './rendition-sizes.ts'

const columns = {
  /** The blob from which it was made. */
  source: column.text('source'),
  // Only this store writes it, with the names of the sizes.
  size: column.text('size') as Column<RenditionSize>,
  format: column.text('format') as Column<RenditionFormat>,
  /** A tiny WebP, base64. */
  placeholder: column.textOrNull('placeholder'),
  /** The owner whose other files its process had before, for whose images alone it is; `null`: for all images. */
  madeFor: column.textOrNull('made_for'),
  /** When the result was last found, for any image of the blob. */
  createdAtMs: column.integer('created_at_ms'),
}

const selectedRendition = selected('renditions', columns)

/** A rendition of a blob in one size and format. */
export interface RenditionRow extends RowOf<typeof columns> {
  /** `null`: it could not be made, so do not try again for the present images. */
  file: StoredFile | null
}

/** A rendition to record. */
export interface NewRendition extends Omit<RenditionRow, 'file'> {
  file: StoredFile
  /** The {@link BlobReferences.removal} count before the bytes were put. */
  removalsSeen: number
}

/** The result of recording a rendition. */
type RecordRenditionOutcome =
  /** An earlier rendition may take the place of the given one. */
  | { kind: 'recorded'; rendition: RenditionRow }
  /** No image needs its source any more. */
  | { kind: 'sourceGone' }
  /** The bytes are being removed, or were removed after they were put; nothing changed. */
  | { kind: 'blobRemoving'; untilMs: number }

/** Renditions of blobs, at most one for each size and format of a blob. */
export const renditionStore = {
  walks: ({ read }) => ({
    /** All known renditions of a blob. */
    of: (source: BlobAddress) => renditionsOf(read, source),
    /** The known WebP thumbnails of these blobs. */
    async thumbnails(sources: readonly BlobAddress[]) {
      if (sources.length === 0) return []
      const rows = await read.all(
        `SELECT ${selectedRendition} FROM renditions
         WHERE size = 'thumbnail' AND format = 'webp' AND source IN (${sources.map(() => '?').join(', ')})`,
        ...sources,
      )
      return rows.map((row) => readRow(columns, row))
    },
  }),
  changes: ({ dialect, write }, clock) => ({
    /**
     * Records a rendition whose bytes are durable. The first rendition of a size and format stays, with the latest
     * time, unless it is for one owner and the new one for all.
     */
    record: (rendition: NewRendition): Promise<RecordRenditionOutcome> =>
      write(async (sql) => {
        const { source, size, format, file, createdAtMs, removalsSeen } = rendition
        // Held until the end, so that the row does not outlive the last image of its source.
        const blob = await sql.get(`SELECT images FROM blobs WHERE address = ?${dialect.forShare}`, source)
        if (!blob || integer(blob, 'images') === 0) return { kind: 'sourceGone' }
        const nowMs = clock()
        const needed = await addBlobReference(sql, file, { createdAtMs, nowMs, removalsSeen })
        if (needed.kind === 'removing') return { kind: 'blobRemoving', untilMs: needed.untilMs }
        const earlier = await addressOf(sql, dialect, rendition)
        const changed = await sql.run(
          ...insertion(
            'renditions',
            { ...writtenColumns(columns, rendition), address: file.address },
            `ON CONFLICT (source, size, format) DO UPDATE
SET address = excluded.address, placeholder = excluded.placeholder, made_for = excluded.made_for
WHERE renditions.address IS NULL OR (renditions.made_for IS NOT NULL AND excluded.made_for IS NULL)`,
          ),
        )
        await release(sql, dialect, { address: changed === 0 ? file.address : earlier, atMs: nowMs })
        await foundOutAt(sql, rendition)
        const kept = (await renditionsOf(sql, source)).find(
          (row) => row.size === size && row.format === format,
        )
        if (kept === undefined) throw new Error(`the rendition ${size} ${format} of ${source} is not there`)
        return { kind: 'recorded', rendition: kept }
      }),
    /**
     * Records that a rendition can't be made. An existing rendition for all images stays, and also gets this time. The
     * mark outlasts all images of the blob.
     */
    markImpossible: (rendition: Omit<RenditionRow, 'file' | 'placeholder' | 'madeFor'>) =>
      write(async (sql) => {
        const earlier = await addressOf(sql, dialect, rendition)
        const changed = await sql.run(
          ...insertion(
            'renditions',
            writtenColumns(columns, rendition),
            `ON CONFLICT (source, size, format) DO UPDATE
SET address = NULL, placeholder = NULL, made_for = NULL WHERE renditions.made_for IS NOT NULL`,
          ),
        )
        if (changed > 0) await release(sql, dialect, { address: earlier, atMs: clock() })
        await foundOutAt(sql, rendition)
      }),
    /** Deletes the rows of renditions with these bytes, and releases the bytes. */
    async remove(address: BlobAddress, atMs: number) {
      await write((sql) => removeRenditionsAt(sql, dialect, { address, atMs }))
    },
  }),
} satisfies StoreDefinition

/** Releases the bytes of one rendition, if there are any. */
async function release(
  sql: Sql,
  dialect: SqlDialect,
  { address, atMs }: { address: BlobAddress | null; atMs: number },
): Promise<void> {
  if (address !== null) await removeBlobReferences(sql, dialect, { needed: new Map([[address, 1]]), atMs })
}

/** Records when the result was last found; never moves the time back. */
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

/** The bytes of a rendition that is there; `null` without. */
async function addressOf(
  sql: Sql,
  { forUpdate }: SqlDialect,
  { source, size, format }: Pick<RenditionRow, 'source' | 'size' | 'format'>,
): Promise<BlobAddress | null> {
  const row = await sql.get(
    `SELECT address FROM renditions WHERE source = ? AND size = ? AND format = ?${forUpdate}`,
    source,
    size,
    format,
  )
  return row === undefined ? null : textOrNull(row, 'address')
}

async function renditionsOf(sql: SqlReader, source: string): Promise<RenditionRow[]> {
  const rows = await sql.all(
    `SELECT ${selectedRendition}, renditions.address, ${selectedFacts}
     FROM renditions LEFT JOIN blobs ON blobs.address = renditions.address
     WHERE renditions.source = ?`,
    source,
  )
  return rows.map(readRendition)
}

function readRendition(row: SqlRow): RenditionRow {
  return {
    ...readRow(columns, row),
    file: textOrNull(row, 'address') === null ? null : readStoredFile(row),
  }
}
