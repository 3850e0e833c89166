import type { Image } from '../language/records.ts'
import { givenRows, isOneOf } from '../rows/clauses.ts'
import { type Sql, type SqlDialect, type SqlReader, type SqlTransaction, text } from '../rows/engine.ts'
import type { DuplicateQuery, NewImage } from './image-records.ts'
import { findImage, isNotExpired } from './image-rows.ts'

/**
 * An image that claims its bytes. Claims detect duplicates: each live image holds its owner's claim to the bytes as
 * received. Exactly one live image with these bytes, the oldest, also holds the site's claim. The primary key of the
 * claims decides between simultaneous uploads.
 */
interface Claimant {
  id: string
  ownerId: string
  receivedSha256: string
}

/** The scope of duplicates: an owner's images, or the site's. */
type ClaimScope = 'site' | `owner:${string}`

/** The scope that a policy means for an owner. */
export function claimScope(scope: 'owner' | 'site', ownerId: string): ClaimScope {
  return scope === 'site' ? 'site' : `owner:${ownerId}`
}

/** Locks the claims to these bytes. Every change of them takes this lock, so that the two claims change together. */
export function lockDuplicateClaims(sql: SqlTransaction, receivedSha256: string): Promise<void> {
  return sql.lock(`received:${receivedSha256}`)
}

/**
 * Claims the bytes of a new image, for its owner and the site. Returns false, without a claim, if another live image
 * holds the claim of `scope`.
 */
export async function claimBytes(sql: Sql, image: Claimant, scope: ClaimScope): Promise<boolean> {
  const { id, ownerId, receivedSha256 } = image
  const rows = await sql.all(
    `INSERT INTO image_claims (received_sha256, scope, image_id) VALUES (?, ?, ?), (?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING scope`,
    ...[receivedSha256, claimScope('owner', ownerId), id],
    ...[receivedSha256, claimScope('site', ownerId), id],
  )
  const claimed = rows.map((row) => text(row, 'scope'))
  if (claimed.includes(scope)) return true
  if (claimed.length > 0) {
    await sql.run('DELETE FROM image_claims WHERE received_sha256 = ? AND image_id = ?', receivedSha256, id)
  }
  return false
}

/**
 * Claims the bytes for restored images, whose claims are locked. Returns the ids of those that got their owners'
 * claims: another live image may hold one.
 */
export async function claimRestored(
  sql: Sql,
  dialect: SqlDialect,
  ids: readonly string[],
): Promise<Set<string>> {
  const claim = async (scope: string, claimants: readonly string[]) => {
    const { text: areListed, parameter } = isOneOf(dialect, claimants)
    return sql.all(
      `INSERT INTO image_claims (received_sha256, scope, image_id)
       SELECT received_sha256, ${scope}, id FROM images WHERE id ${areListed} ORDER BY created_at_ms, id
       ON CONFLICT DO NOTHING RETURNING image_id`,
      parameter,
    )
  }
  const claimants = (await claim("'owner:' || owner_id", ids)).map((row) => text(row, 'image_id'))
  if (claimants.length > 0) await claim("'site'", claimants)
  return new Set(claimants)
}

/**
 * Releases the claims of deleted images. For the site's claim, the oldest other live image with the same bytes takes
 * over.
 */
export async function releaseDuplicateClaims(
  sql: Sql,
  dialect: SqlDialect,
  images: readonly Pick<Claimant, 'id' | 'receivedSha256'>[],
): Promise<void> {
  if (images.length === 0) return
  await sql.run(
    `DELETE FROM image_claims WHERE (received_sha256, image_id) IN
       (SELECT given.value ->> 0, given.value ->> 1 FROM ${dialect.given})`,
    givenRows(images.map(({ id, receivedSha256 }) => [receivedSha256, id])),
  )
  const { text: areListed, parameter } = isOneOf(
    dialect,
    new Set(images.map(({ receivedSha256 }) => receivedSha256)),
  )
  await sql.run(
    `INSERT INTO image_claims (received_sha256, scope, image_id)
     SELECT heirs.received_sha256, 'site', heirs.image_id FROM (
       SELECT image_claims.received_sha256, image_claims.image_id, ROW_NUMBER() OVER (
         PARTITION BY image_claims.received_sha256 ORDER BY images.created_at_ms, images.id
       ) AS place
       FROM image_claims JOIN images ON images.id = image_claims.image_id
       WHERE image_claims.received_sha256 ${areListed}
     ) AS heirs WHERE heirs.place = 1 ON CONFLICT DO NOTHING`,
    parameter,
  )
}

/** Releases the claims to these bytes of expired images that are not collected yet. */
export async function releaseExpiredClaims(
  sql: Sql,
  dialect: SqlDialect,
  { received, nowMs }: { received: Iterable<string>; nowMs: number },
): Promise<void> {
  const { text: areListed, parameter } = isOneOf(dialect, received)
  const rows = await sql.all(
    `SELECT DISTINCT image_claims.image_id, image_claims.received_sha256
     FROM image_claims JOIN images ON images.id = image_claims.image_id
     WHERE image_claims.received_sha256 ${areListed} AND images.expires_at_ms <= ?`,
    parameter,
    nowMs,
  )
  const ended = rows.map((row) => ({
    id: text(row, 'image_id'),
    receivedSha256: text(row, 'received_sha256'),
  }))
  await releaseDuplicateClaims(sql, dialect, ended)
}

/** Implements `images.duplicateOf`; ignores expired images. */
export async function findDuplicate(
  sql: SqlReader,
  query: DuplicateQuery,
  nowMs: number,
): Promise<Image | undefined> {
  const { receivedSha256, ownerId, dedupScope, expiresAtMs, pictureAddress } = query
  const row = await sql.get(
    `SELECT image_claims.image_id FROM image_claims JOIN images ON images.id = image_claims.image_id
     WHERE image_claims.received_sha256 = ? AND image_claims.scope IN (?, ?) AND ${isNotExpired}
       AND (images.owner_id = ? OR images.expires_at_ms IS NULL OR images.expires_at_ms >= ?)
     ORDER BY image_claims.scope LIMIT 1`,
    receivedSha256,
    claimScope('owner', ownerId),
    claimScope(dedupScope, ownerId),
    nowMs,
    ownerId,
    expiresAtMs,
  )
  if (row) return findImage(sql, text(row, 'image_id'), nowMs)
  if (pictureAddress === undefined) return undefined
  return findSamePicture(sql, { ownerId, dedupScope, expiresAtMs, address: pictureAddress }, nowMs)
}

/** The live image with these stored bytes: the uploader's own if there is one, otherwise the oldest of the site. */
export async function findSamePicture(
  sql: SqlReader,
  {
    ownerId,
    dedupScope,
    expiresAtMs,
    address,
  }: Pick<NewImage, 'ownerId' | 'dedupScope' | 'expiresAtMs'> & { address: string },
  nowMs: number,
  lock = '',
): Promise<Image | undefined> {
  const ofOthers = 'images.expires_at_ms IS NULL OR images.expires_at_ms >= ?'
  const row = await sql.get(
    `SELECT images.id FROM images
     WHERE images.address = ? AND images.deleted_at_ms IS NULL AND ${isNotExpired}
       AND (images.owner_id = ? ${dedupScope === 'site' ? `OR ${ofOthers}` : ''})
     ORDER BY CASE WHEN images.owner_id = ? THEN 0 ELSE 1 END, images.created_at_ms, images.id LIMIT 1${lock}`,
    ...[address, nowMs, ownerId, ...(dedupScope === 'site' ? [expiresAtMs] : []), ownerId],
  )
  return row && findImage(sql, text(row, 'id'), nowMs)
}

/** The image that holds the claim to these bytes: the uploader's own if there is one, otherwise the site's. */
export async function claimantOf(
  sql: Sql,
  { receivedSha256, ownerId, dedupScope }: Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope'>,
): Promise<string | undefined> {
  const row = await sql.get(
    // This order puts the owner's claim before the site's.
    'SELECT image_id FROM image_claims WHERE received_sha256 = ? AND scope IN (?, ?) ORDER BY scope LIMIT 1',
    receivedSha256,
    claimScope('owner', ownerId),
    claimScope(dedupScope, ownerId),
  )
  return row && text(row, 'image_id')
}
