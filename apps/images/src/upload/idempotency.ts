import {
  badRequest,
  digestText,
  Failure,
  message,
  type NewImage,
  type RecordedImage,
  type SitePorts,
} from '@pictoglyph/core'
import type { UploadForm } from './read-upload-form.ts'

/** What `ImageStore.record` takes of an upload's Idempotency-Key. */
export type Idempotency = NonNullable<NewImage['idempotency']>

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/**
 * The request's `Idempotency-Key`, or `undefined` where it sends none.
 * @throws {Failure} BAD_REQUEST
 */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined
  if (visibleAscii.test(header)) return header
  const reason = message('The Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces.')
  throw badRequest(reason)
}

/**
 * What makes two uploads the same: the bytes and the fields as they were sent. Defaults are not filled in, so
 * that a retry is known as one even if the key's default category has changed in between.
 */
export function uploadFingerprint(
  site: Pick<SitePorts, 'createSha256'>,
  receivedSha256: string,
  { categoryId = '', albumId = '', title = '', description = '' }: UploadForm['fields'],
): string {
  return digestText(site, JSON.stringify([receivedSha256, categoryId, albumId, title, description]))
}

/**
 * The answer that this very upload was given before. It is looked for before the upload is judged: what was
 * accepted once stays accepted for whoever asks again, even if the category has been closed since.
 * @throws {Failure} IDEMPOTENCY_MISMATCH where the same Idempotency-Key came with another upload
 */
export async function recallAnswer(
  { database }: Pick<SitePorts, 'database'>,
  { keyId, token, fingerprint }: Idempotency,
): Promise<RecordedImage | undefined> {
  const earlier = await database.images.byIdempotency(keyId, token)
  if (earlier !== undefined && earlier.fingerprint !== fingerprint) {
    throw new Failure({ code: 'IDEMPOTENCY_MISMATCH' })
  }
  return earlier && { image: earlier.image, deduped: earlier.deduped }
}
