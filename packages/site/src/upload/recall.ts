import type { NewImage } from '../images/image-records.ts'
import { Failure } from '../language/failure.ts'
import type { Image } from '../language/records.ts'
import type { Policy } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'
import type { Uploader, UploadFields } from './incoming.ts'

/** The image of a recorded upload. */
export interface RecordedImage {
  image: Image
  /** The image existed before. */
  deduped: boolean
}

/**
 * A fingerprint for detecting retries: uploads with the same Idempotency-Key must have the same bytes and fields, as
 * sent. Defaults are not filled in, so a retry is recognised even if the key's default category has changed meanwhile.
 * @param upload.token the Idempotency-Key, if the request has one; each API key has its own
 */
export function idempotencyOf(
  site: Pick<SitePorts, 'createSha256'>,
  upload: {
    /** SHA-256 of the file, or the hash sent in its place. */
    sha256: string | undefined
    fields: UploadFields
    uploader: Uploader
    token: string | undefined
  },
): NewImage['idempotency'] {
  const { sha256, fields, uploader, token } = upload
  if (token === undefined || sha256 === undefined || uploader.key === null) return null
  const { categoryId = '', albumId = '', title = '', description = '', expiresIn = '', link = '' } = fields
  const words = [sha256, categoryId, albumId, title, description]
  // Without these fields, fingerprints equal those of earlier versions, which did not have them.
  const sent = JSON.stringify(expiresIn || link ? [...words, expiresIn, link] : words)
  return { keyId: uploader.key.id, token, fingerprint: site.createSha256().update(sent).digest('hex') }
}

/**
 * The earlier answer to a retried upload. It is looked up before the upload is judged: a retry of an accepted upload
 * stays accepted, even if the category has been disabled since.
 * @throws {Failure} IDEMPOTENCY_MISMATCH if the same Idempotency-Key came with another upload
 */
export async function recall(
  { database }: Pick<SitePorts, 'database'>,
  idempotency: NewImage['idempotency'],
): Promise<RecordedImage | undefined> {
  if (idempotency === null) return undefined
  const { keyId, token, fingerprint } = idempotency
  const earlier = await database.images.byIdempotency(keyId, token)
  if (earlier === undefined) return undefined
  if (earlier.fingerprint !== fingerprint) throw new Failure({ code: 'IDEMPOTENCY_MISMATCH' })
  return { image: earlier.image, deduped: earlier.deduped }
}

/** The hash sent in place of a file, in lower case; `undefined` if it is missing or malformed. */
export function readAskedSha256(text = ''): string | undefined {
  const hash = text.trim().toLowerCase()
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
}

/**
 * The uploader's own live image with the hash that was sent. Never another owner's, in any scope of duplicates, so no
 * one learns whether someone else has a file.
 * @returns `undefined` for a guest link, which must not reveal images; and for an image that might be refused today:
 * then the uploader has to send the file
 */
export async function findKnownImage(
  { database, snapshot }: Pick<SitePorts, 'database' | 'snapshot'>,
  { askedSha256, uploader }: { askedSha256: string | undefined; uploader: Uploader },
): Promise<Image | undefined> {
  if (askedSha256 === undefined || uploader.key?.isGuestLink) return undefined
  const image = await database.images.duplicateOf({
    receivedSha256: askedSha256,
    ownerId: uploader.user.id,
    dedupScope: 'owner',
    expiresAtMs: null,
  })
  return image === undefined || mayBeRefused(image, snapshot().policy, uploader) ? undefined : image
}

/** Returns true if in doubt: then the client sends the file. */
function mayBeRefused({ file, removed }: Image, policy: Policy, { key }: Uploader): boolean {
  const { types = policy['upload.types'], maxBytes = policy['upload.maxBytes'] } = key?.binding ?? {}
  const receivedBytes = removed.reduce((sum, { bytes }) => sum + bytes, file.sizeBytes)
  // Samples deeper than 8 bits count twice, and their depth is not stored.
  const maxPixels = policy['upload.maxPixels'] / 2
  return (
    !policy['upload.types'].includes(file.type) ||
    !types.includes(file.type) ||
    receivedBytes > Math.min(maxBytes, policy['upload.maxBytes']) ||
    file.width * file.height > maxPixels ||
    Math.max(file.width, file.height) > policy['upload.maxSide'] ||
    file.frames > policy['upload.maxFrames']
  )
}
