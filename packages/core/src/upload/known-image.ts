import { Failure, type FailureFacts } from '../failure.ts'
import { countedKey } from '../key/guest-key.ts'
import { message } from '../message.ts'
import type { Policy } from '../policy.ts'
import type { Image } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { AcceptedRepeat } from './judge.ts'
import type { ReceivedUpload, Uploader } from './receive.ts'

/** The hash that stands in place of a file, in lower case; `undefined` where there is none or it is malformed. */
export function readAskedSha256(text = ''): string | undefined {
  const hash = text.trim().toLowerCase()
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
}

/** What is wrong where neither a file nor the hash of a known one came. */
export function missingFile(askedSha256: string | undefined, sent = ''): FailureFacts {
  if (askedSha256 !== undefined || sent.trim() === '') return { code: 'FILE_MISSING' }
  const reason = message('sha256 must be the 64 hexadecimal digits of the SHA-256 of the file.')
  return { code: 'BAD_REQUEST', reason, field: 'sha256' }
}

/**
 * The uploader's own live image of the bytes whose hash stands in place of a file. It is never another owner's,
 * whatever the scope of duplicates is, and so nobody learns whether somebody else has a file.
 * @returns `undefined` for a quiet key, whose holder is told of no image; and for one that would be refused today if it came: the file itself gets that verdict
 */
export async function findKnownImage(
  { database, snapshot }: Pick<SitePorts, 'database' | 'snapshot'>,
  { askedSha256, uploader }: Pick<ReceivedUpload, 'askedSha256' | 'uploader'>,
): Promise<Image | undefined> {
  if (askedSha256 === undefined || uploader.key?.isQuiet) return undefined
  const image = await database.images.duplicateOf({
    receivedSha256: askedSha256,
    ownerId: uploader.user.id,
    dedupScope: 'owner',
    expiresAtMs: null,
  })
  return image === undefined || mayBeRefused(image, snapshot().policy, uploader) ? undefined : image
}

/** Errs on the side of asking for the file. */
function mayBeRefused({ file, removed }: Image, policy: Policy, { key }: Uploader): boolean {
  const { types = policy['upload.types'], maxBytes = policy['upload.maxBytes'] } = key?.binding ?? {}
  const receivedBytes = removed.reduce((sum, { bytes }) => sum + bytes, file.sizeBytes)
  // A sample deeper than 8 bits counts twice, and how deep they are is not known.
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

/**
 * Answers an upload without a file with the image that it repeats, as {@link store} would have with the file.
 * @throws {Failure} FILE_MISSING where the image has gone meanwhile; and what `store` throws
 */
export async function repeatKnown(
  { database, clock }: Pick<SitePorts, 'database' | 'clock'>,
  accepted: AcceptedRepeat,
): Promise<Image> {
  const { repeated, uploader, ...given } = accepted
  const image = await database.images.repeat({
    ...given,
    receivedSha256: repeated.receivedSha256,
    ownerId: uploader.user.id,
    createdAtMs: clock(),
    key: countedKey(uploader.key),
  })
  if (image === undefined) throw new Failure({ code: 'FILE_MISSING' })
  return image
}
