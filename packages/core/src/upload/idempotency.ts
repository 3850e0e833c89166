import { digestText } from '../digest-text.ts'
import { Failure } from '../failure.ts'
import type { NewImage } from '../ports/database/image-store.ts'
import type { Image } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { Uploader, UploadFields } from './receive.ts'

/** An image that an upload led to. */
export interface RecordedImage {
  image: Image
  /** The image was there before. */
  deduped: boolean
}

/**
 * What makes two uploads with one Idempotency-Key the same: the bytes and the fields as they were sent. Defaults are
 * not filled in, so that a retry is known as one even if the key's default category has changed in between.
 * @param upload.token the Idempotency-Key, where the request has one; it counts within its API key
 */
export function idempotencyOf(
  site: Pick<SitePorts, 'createSha256'>,
  upload: {
    /** Of the file, or what stands in its place. */
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
  // Without them it is as it was before they were known.
  const sent = JSON.stringify(expiresIn || link ? [...words, expiresIn, link] : words)
  return { keyId: uploader.key.id, token, fingerprint: digestText(site, sent) }
}

/**
 * The answer that this very upload was given before. It is looked for before the upload is judged: what was
 * accepted once stays accepted for a retry, even if the category has been closed since.
 * @throws {Failure} IDEMPOTENCY_MISMATCH where the same Idempotency-Key came with another upload
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
