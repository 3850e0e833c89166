import { MediaFailure } from '@pictoglyph/media/failure'
import { createInspector } from '@pictoglyph/media/inspect/inspector'
import type { StagedFile } from '@pictoglyph/site/blobs/blob-store'

/** A staged file that is to become an object. */
export interface S3Object {
  key: string
  bytes: Blob
  /** SHA-256, lower-case hex. */
  sha256: string
}

const headBytes = 4_096

/**
 * The object's media type, from its bytes, for stores with a public address: an image type or
 * `application/octet-stream`.
 */
export function contentTypeOf(file: StagedFile): string {
  const inspector = createInspector()
  try {
    inspector.push(file.read(0, headBytes))
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
  }
  return inspector.type ?? 'application/octet-stream'
}

/**
 * The entity tag that S3 gives to an object sent in parts of this size: its MD5, or for several parts the MD5 of the
 * parts' MD5s and their number. A store that encrypts with its own keys gives other tags; its objects can't be
 * recognised.
 */
export async function entityTagOf(object: S3Object, partBytes: number): Promise<string> {
  if (object.bytes.size <= partBytes) return `"${(await digestOf('md5', object.bytes)).toString('hex')}"`
  const tags = new Bun.CryptoHasher('md5')
  const parts = partsOf(object, partBytes)
  for (const part of parts) tags.update(await digestOf('md5', part))
  return `"${tags.digest('hex')}-${parts.length}"`
}

/** Splits an object's bytes into the parts to send. */
export function partsOf({ bytes }: S3Object, partBytes: number): Blob[] {
  return Array.from({ length: Math.ceil(bytes.size / partBytes) }, (_, index) =>
    bytes.slice(index * partBytes, (index + 1) * partBytes),
  )
}

/** Hashes a blob piece by piece. */
export async function digestOf(algorithm: 'md5' | 'sha256', blob: Blob): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher(algorithm)
  for await (const chunk of blob.stream()) hasher.update(chunk)
  return hasher.digest()
}
