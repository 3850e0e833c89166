import { writeAudit } from '../audit/audit-rows.ts'
import type { AuditDraft } from '../language/records.ts'
import { assignmentsOf, isOneOf } from '../rows/clauses.ts'
import { type CounterChanges, counterScope, createCounterChanges } from '../rows/counters.ts'
import type { SqlEngine, SqlTransaction } from '../rows/engine.ts'
import { requireCategory } from '../upload/record-image-rows.ts'
import { type LockedImage, lockImageRows, requireImages } from './image-lock-rows.ts'
import type { ImageUpdate } from './image-records.ts'
import { hasExpired } from './image-records.ts'
import { changeWords } from './image-words-rows.ts'

/** Implements `images.update`. */
export function updateImages(
  { dialect, write }: SqlEngine,
  {
    ids,
    change,
    nowMs,
    audit,
  }: { ids: readonly string[]; change: ImageUpdate; nowMs: number; audit: AuditDraft },
): Promise<number | undefined> {
  return write(async (sql) => {
    // Lock first, so that the counters of two simultaneous changes add up.
    const images = await lockImageRows(sql, dialect, { ids, lock: dialect.forUpdate })
    requireImages(ids, images, (image) => image.deletedAtMs === null && !hasExpired(image, nowMs))
    const counters = createCounterChanges(dialect)
    if (change.categoryId !== undefined) {
      await moveToCategory(sql, { images, categoryId: change.categoryId, counters })
    }
    const { title, description } = change
    if (title !== undefined || description !== undefined) {
      const words = {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
      }
      await changeWords(sql, dialect, { images, change: words, counters })
    }
    const set = assignmentsOf({ category_id: change.categoryId, expires_at_ms: change.expiresAtMs })
    if (set !== undefined) {
      const { text: areListed, parameter } = isOneOf(dialect, ids)
      await sql.run(`UPDATE images SET ${set.text} WHERE id ${areListed}`, ...set.parameters, parameter)
    }
    await counters.write(sql)
    return writeAudit(sql, audit)
  })
}

async function moveToCategory(
  sql: SqlTransaction,
  {
    images,
    categoryId,
    counters,
  }: { images: readonly LockedImage[]; categoryId: string; counters: CounterChanges },
): Promise<void> {
  const moved = images.filter((image) => image.categoryId !== categoryId)
  if (moved.length > 0) await requireCategory(sql, categoryId)
  for (const { categoryId: before, sizeBytes } of moved) {
    counters.add(counterScope.category(before), -1, -sizeBytes)
    counters.add(counterScope.category(categoryId), 1, sizeBytes)
  }
}
