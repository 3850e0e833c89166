import type { DuplicateQuery, Image, NewImage } from '@pictoglyph/core'
import { type Sql, type SqlTransaction, text } from '../engine.ts'
import { findImage, isNotEnded } from './image-rows.ts'

/**
 * What makes an upload a duplicate. Each live image holds its owner's claim to the bytes as received. Exactly one live
 * image with these bytes, the oldest, also holds the site's claim. The key of the claims' table decides between
 * simultaneous uploads.
 */
export interface Claimant {
  id: string
  ownerId: string
  receivedSha256: string
}

/** Where duplicates are looked for: an owner's images, or the site's. */
export type ClaimScope = 'site' | `owner:${string}`

/** The scope of a policy for an owner. */
export function claimScope(scope: 'owner' | 'site', ownerId: string): ClaimScope {
  return scope === 'site' ? 'site' : `owner:${ownerId}`
}

/** Every change of claims to these bytes takes this lock, so that the two claims change together. */
export function lockDuplicateClaims(sql: SqlTransaction, receivedSha256: string): Promise<void> {
  return sql.lock(`received:${receivedSha256}`)
}

/**
 * Claims the bytes for a new or restored image. False, without a claim, if another live image holds the claim of
 * `scope`.
 */
export async function claimBytes(sql: Sql, image: Claimant, scope: ClaimScope): Promise<boolean> {
  if (!(await insertClaim(sql, image, scope))) return false
  await insertClaim(sql, image, scope === 'site' ? claimScope('owner', image.ownerId) : 'site')
  return true
}

/** Gives up the claims of an image that is deleted; the oldest other live image takes over the site's. */
export async function releaseDuplicateClaims(
  sql: Sql,
  image: Pick<Claimant, 'id' | 'receivedSha256'>,
): Promise<void> {
  await sql.run(
    'DELETE FROM image_claims WHERE received_sha256 = ? AND image_id = ?',
    image.receivedSha256,
    image.id,
  )
  const heir = await sql.get(
    `SELECT images.id, images.owner_id FROM image_claims JOIN images ON images.id = image_claims.image_id
     WHERE image_claims.received_sha256 = ? ORDER BY images.created_at_ms, images.id LIMIT 1`,
    image.receivedSha256,
  )
  if (!heir) return
  const { receivedSha256 } = image
  await insertClaim(sql, { id: text(heir, 'id'), ownerId: text(heir, 'owner_id'), receivedSha256 }, 'site')
}

/** Gives up the claims to these bytes of images that have ended and are not collected yet. */
export async function releaseEndedClaims(sql: Sql, receivedSha256: string, nowMs: number): Promise<void> {
  const rows = await sql.all(
    `SELECT DISTINCT image_claims.image_id FROM image_claims JOIN images ON images.id = image_claims.image_id
     WHERE image_claims.received_sha256 = ? AND images.expires_at_ms <= ?`,
    receivedSha256,
    nowMs,
  )
  for (const row of rows) await releaseDuplicateClaims(sql, { id: text(row, 'image_id'), receivedSha256 })
}

/** `ImageStore.duplicateOf`, without images that have ended. */
export async function findDuplicate(
  sql: Sql,
  query: DuplicateQuery,
  nowMs: number,
): Promise<Image | undefined> {
  const { receivedSha256, ownerId, dedupScope, expiresAtMs, pictureAddress } = query
  const row = await sql.get(
    `SELECT image_claims.image_id FROM image_claims JOIN images ON images.id = image_claims.image_id
     WHERE image_claims.received_sha256 = ? AND image_claims.scope IN (?, ?) AND ${isNotEnded}
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

/** The live image with these stored bytes: the uploader's own before any other of the site, then the oldest. */
export async function findSamePicture(
  sql: Sql,
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
     WHERE images.address = ? AND images.deleted_at_ms IS NULL AND ${isNotEnded}
       AND (images.owner_id = ? ${dedupScope === 'site' ? `OR ${ofOthers}` : ''})
     ORDER BY CASE WHEN images.owner_id = ? THEN 0 ELSE 1 END, images.created_at_ms, images.id LIMIT 1${lock}`,
    ...[address, nowMs, ownerId, ...(dedupScope === 'site' ? [expiresAtMs] : []), ownerId],
  )
  return row && findImage(sql, text(row, 'id'), nowMs)
}

/** The image that holds the claim to these bytes: the uploader's own before any other of the site. */
export async function claimantOf(
  sql: Sql,
  { receivedSha256, ownerId, dedupScope }: Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope'>,
): Promise<string | undefined> {
  const row = await sql.get(
    // In this order the owner's claim comes before the site's.
    'SELECT image_id FROM image_claims WHERE received_sha256 = ? AND scope IN (?, ?) ORDER BY scope LIMIT 1',
    receivedSha256,
    claimScope('owner', ownerId),
    claimScope(dedupScope, ownerId),
  )
  return row && text(row, 'image_id')
}

async function insertClaim(sql: Sql, image: Claimant, scope: ClaimScope): Promise<boolean> {
  const inserted = await sql.run(
    'INSERT INTO image_claims (received_sha256, scope, image_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    image.receivedSha256,
    scope,
    image.id,
  )
  return inserted === 1
}
