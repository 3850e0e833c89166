import { type AuditDraft, notFound, restoringProblem, sentence } from '@pictoglyph/core'
import { albumsOf } from './album-members.ts'
import { writeAudit } from './audit.ts'
import { claim, claimScope, lockClaims, releaseClaims } from './claims.ts'
import { createTallyChanges, type TallyChanges, tallyOf } from './counters.ts'
import type { SqlDialect, SqlEngine, SqlTransaction } from './engine.ts'
import { requireQuota } from './quota.ts'
import { liveScopes } from './record.ts'
import { integer, integerOrNull, text } from './rows.ts'

/** `ImageStore.remove`: those deleted already stay as they are. */
export function removeImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { atMs, audit }: { atMs: number; audit: AuditDraft },
): Promise<void> {
  return write(async (sql) => {
    const tallies = createTallyChanges(dialect)
    for (const image of await lockImages(sql, dialect, ids)) {
      if (image.deletedAtMs !== null) continue
      await sql.run('UPDATE images SET deleted_at_ms = ? WHERE id = ?', atMs, image.id)
      await releaseClaims(sql, image)
      await tallyImage(sql, image, { tallies, sign: -1 })
    }
    await tallies.write(sql)
    await writeAudit(sql, audit)
  })
}

/** `ImageStore.restore`. */
export function restoreImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  audit: AuditDraft,
): Promise<string[]> {
  return write(async (sql) => {
    const tallies = createTallyChanges(dialect)
    const restored: LockedImage[] = []
    for (const image of await lockImages(sql, dialect, ids)) {
      if (image.deletedAtMs === null) continue
      if (!(await claim(sql, image, claimScope('owner', image.ownerId)))) continue
      await sql.run('UPDATE images SET deleted_at_ms = NULL WHERE id = ?', image.id)
      await tallyImage(sql, image, { tallies, sign: 1 })
      restored.push(image)
    }
    await requireQuotas(sql, restored)
    await tallies.write(sql)
    await writeAudit(sql, audit)
    return restored.map(({ id }) => id)
  })
}

/** In one order, so that owners never wait for each other crosswise. @throws {Failure} QUOTA_EXCEEDED */
async function requireQuotas(sql: SqlTransaction, restored: readonly LockedImage[]): Promise<void> {
  const addedBytes = new Map<string, number>()
  for (const { ownerId, sizeBytes } of restored) {
    addedBytes.set(ownerId, sizeBytes + (addedBytes.get(ownerId) ?? 0))
  }
  for (const [ownerId, bytes] of [...addedBytes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await requireQuota(sql, { ownerId, addedBytes: bytes }, restoringProblem)
  }
}

interface LockedImage {
  id: string
  ownerId: string
  categoryId: string
  receivedSha256: string
  deletedAtMs: number | null
  sizeBytes: number
}

/**
 * The images as they stand, which nobody else changes until the transaction ends.
 * @throws {Failure} NOT_FOUND if there is none of one of the ids
 */
async function lockImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  ids: readonly string[],
): Promise<LockedImage[]> {
  const received: { id: string; sha256: string }[] = []
  for (const id of new Set(ids)) {
    const row = await sql.get('SELECT received_sha256 FROM images WHERE id = ?', id)
    if (!row) throw notFound(sentence('The image {id}', { id }))
    received.push({ id, sha256: text(row, 'received_sha256') })
  }
  received.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  for (const { sha256 } of received) await lockClaims(sql, sha256)
  const images: LockedImage[] = []
  for (const { id } of received) images.push(await lockImage(sql, dialect, id))
  return images
}

async function lockImage(sql: SqlTransaction, dialect: SqlDialect, id: string): Promise<LockedImage> {
  const row = await sql.get(
    `SELECT owner_id, category_id, received_sha256, deleted_at_ms, address FROM images
     WHERE id = ?${dialect.forUpdate}`,
    id,
  )
  if (!row) throw notFound(sentence('The image {id}', { id }))
  const blob = await sql.get('SELECT size_bytes FROM blobs WHERE address = ?', text(row, 'address'))
  return {
    id,
    ownerId: text(row, 'owner_id'),
    categoryId: text(row, 'category_id'),
    receivedSha256: text(row, 'received_sha256'),
    deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
    sizeBytes: blob ? integer(blob, 'size_bytes') : 0,
  }
}

/** Counts an image to the live ones (1) or to the deleted ones (-1), in its albums too. */
async function tallyImage(
  sql: SqlTransaction,
  image: LockedImage,
  { tallies, sign }: { tallies: TallyChanges; sign: 1 | -1 },
): Promise<void> {
  const albums = await albumsOf(sql, image.id)
  for (const scope of [...liveScopes(image), ...albums.map(tallyOf.album)]) {
    tallies.add(scope, sign, sign * image.sizeBytes)
  }
  tallies.add(tallyOf.deleted(image.ownerId), -sign, -sign * image.sizeBytes)
}
