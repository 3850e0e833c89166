import {
  type Image,
  type ImageStore,
  message,
  notFound,
  restoringProblem,
  textBytesOf,
} from '@pictoglyph/core'
import { writeAudit } from '../audit.ts'
import { assignmentsOf } from '../clauses.ts'
import { counterScope, createCounterChanges, readCounter, readCounters, requireQuota } from '../counters.ts'
import { type SqlEngine, text } from '../engine.ts'
import { searchText } from '../search-text.ts'
import { findDuplicate } from './duplicate-claims.ts'
import { recallUpload } from './idempotency.ts'
import { countImages, listImages } from './image-list.ts'
import { purgeBeyondQuotas, purgeExpired, purgeImages, purgeSelected } from './image-purge.ts'
import { removeImages, restoreImages } from './image-removal.ts'
import { findImage, findImageWithDeleted } from './image-rows.ts'
import { recordImage, repeatImage, requireCategory } from './record-image.ts'
import { neighboursOf } from './sorted-images.ts'

/** `ImageStore` over an engine. */
export function createImageStore(engine: SqlEngine, clock: () => number): ImageStore {
  const { read } = engine
  return {
    record: (image) => recordImage(engine, clock, image),
    byId: (id) => findImage(read, id, clock()),
    byIdWithDeleted: (id) => findImageWithDeleted(read, id, clock()),
    repeat: (upload) => repeatImage(engine, clock, upload),
    duplicateOf: (query) => findDuplicate(read, query, clock()),
    byIdempotency: (keyId, token) => recallUpload(read, { keyId, token }, clock()),
    list: (query) => listImages(engine, { ...query, nowMs: clock() }),
    neighbours: (image, query) => neighboursOf(engine, image, { ...query, nowMs: clock() }),
    count: (query, most) => countImages(engine, { ...query, nowMs: clock() }, most),
    update: (id, change, audit) =>
      engine.write(async (sql) => {
        // The row is locked first, so that the counters of two changes at once add up.
        await sql.get(`SELECT id FROM images WHERE id = ?${engine.dialect.forUpdate}`, id)
        const image = await findImage(sql, id, clock())
        if (!image) throw notFound(message('The image'))
        const counters = createCounterChanges(engine.dialect)
        if (change.categoryId !== undefined && change.categoryId !== image.categoryId) {
          await requireCategory(sql, change.categoryId)
          counters.add(counterScope.category(image.categoryId), -1, -image.file.sizeBytes)
          counters.add(counterScope.category(change.categoryId), 1, image.file.sizeBytes)
        }
        const columns = columnsOf(image, change)
        if ('search_text' in columns) {
          await engine.dialect.search.remove(sql, id)
          const addedBytes = textBytesOf({ ...image, ...change }) - textBytesOf(image)
          if (addedBytes > 0)
            await requireQuota(sql, { ownerId: image.ownerId, addedBytes }, restoringProblem)
          if (addedBytes !== 0) counters.add(counterScope.text(image.ownerId), 0, addedBytes)
        }
        const set = assignmentsOf({
          ...columns,
          category_id: change.categoryId,
          expires_at_ms: change.expiresAtMs,
        })
        if (set) await sql.run(`UPDATE images SET ${set.text} WHERE id = ?`, ...set.parameters, id)
        await counters.write(sql)
        await writeAudit(sql, audit)
      }),
    remove: (ids, atMs, audit) => removeImages(engine, ids, { atMs, nowMs: clock(), audit }),
    restore: (ids, audit) => restoreImages(engine, ids, { nowMs: clock(), audit }),
    purge: (deletedBeforeMs, atMs) => purgeImages(engine, { deletedBeforeMs, atMs }),
    purgeExpired: (atMs) => purgeExpired(engine, atMs),
    purgeBeyondQuotas: (deletedBeforeMs, atMs) => purgeBeyondQuotas(engine, { deletedBeforeMs, atMs }),
    purgeSelected: (ids, atMs, audit) => purgeSelected(engine, ids, { atMs, nowMs: clock(), audit }),
    async recent(limit) {
      return (await listImages(engine, { limit, nowMs: clock() })).items
    },
    async idsByBlob(address, limit) {
      const rows = await read.all(
        `SELECT id FROM images
         WHERE address = ? OR address IN (SELECT source FROM renditions WHERE address = ?)
         ORDER BY created_at_ms, id LIMIT ?`,
        address,
        address,
        limit,
      )
      return rows.map((row) => text(row, 'id'))
    },
    async totals() {
      const { images, bytes } = await readCounter(read, counterScope.site)
      const deduplicated = await readCounter(read, counterScope.deduplicated)
      return { images, bytes, deduplicatedBytes: deduplicated.bytes }
    },
    async daily(sinceMs) {
      const days = await readCounters(read, 'day', new Date(sinceMs).toISOString().slice(0, 10))
      return days.map(([day, { images, bytes }]) => ({ day, images, bytes }))
    },
  }
}

function columnsOf(
  image: Image,
  { title, description }: { title?: string; description?: string },
): Record<string, string | undefined> {
  if (title === undefined && description === undefined) return {}
  return {
    title,
    description,
    search_text: searchText(title ?? image.title, description ?? image.description),
  }
}
