import type { ImageFacts, NotShown } from '@pictoglyph/media/facts'
import { expiryOfUpload } from '../images/expiry.ts'
import type { NewImage } from '../images/image-records.ts'
import { usedUpProblem } from '../keys/key-restrictions.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import { type Message, message, verbatim } from '../language/message.ts'
import type { Image } from '../language/records.ts'
import { readDescription, readTitle } from '../language/text-field.ts'
import { readLinkName } from '../links/link-name.ts'
import { linkOfAnother } from '../links/link-rows.ts'
import type { Policy } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'
import type { Uploader } from './incoming.ts'
import { findKnownImage } from './recall.ts'
import type { ReceivedFile, ReceivedUpload } from './receive.ts'
import type { Refusals } from './refusals.ts'

/** Samples deeper than 8 bits need twice the memory, so their pixels count twice. */
const plainBitsPerPixel = 32

interface AcceptedWords extends Pick<ReceivedUpload, 'uploader' | 'idempotency'> {
  categoryId: string
  albumId: string | null
  title: string
  description: string
  fileName: string
  expiresAtMs: number | null
  link: NewImage['link']
}

/** An upload without problems. */
export interface AcceptedFile extends AcceptedWords {
  file: ReceivedFile
  facts: ImageFacts
}

/** An upload without problems that sent a hash in place of a file. */
export interface AcceptedRepeat extends AcceptedWords {
  /** The uploader's image with that hash. */
  repeated: Image
}

/** An upload that may be stored, with a file or its hash. */
type AcceptedUpload = AcceptedFile | AcceptedRepeat

/**
 * Judges an upload by policy, key and site. The database checks category and album again when it records the upload.
 * They are checked here too, so that a refusal comes before anything is stored.
 * @returns `undefined` if it added refusals
 */
export async function judge(
  site: Pick<SitePorts, 'database' | 'snapshot' | 'clock'>,
  received: Omit<ReceivedUpload, keyof AsyncDisposable>,
  refusals: Refusals,
): Promise<AcceptedUpload | undefined> {
  const before = refusals.collected.length
  const { file, fields, uploader, idempotency } = received
  const { policy } = site.snapshot()
  const { key } = uploader
  const categoryId = fields.categoryId?.trim() || (key?.defaultCategoryId ?? '')
  const albumId = fields.albumId?.trim() || onlyAlbumOf(uploader)
  const repeated = await findKnownImage(site, received)
  const image = repeated === undefined ? readImage(received, policy, refusals) : { repeated }
  // Only new uploads reach this; retries are still answered when the key is used up.
  const usedUp = key === null ? undefined : usedUpProblem(key)
  if (usedUp !== undefined) refusals.add(usedUp)
  if (image !== undefined && 'facts' in image) refuseUnfitImage(image.facts, policy, refusals)
  await refuseCategory(site, categoryId, refusals)
  await refuseAlbum(site, { albumId, ownerId: uploader.user.id }, refusals)
  refuseUnbound(uploader, { categoryId, albumId, file }, refusals)
  const title = refusals.read(() => readTitle(fields.title ?? '')) ?? ''
  const description = refusals.read(() => readDescription(fields.description ?? '')) ?? ''
  const nowMs = site.clock()
  const expiresAtMs =
    refusals.read(() => expiryOfUpload(policy, { expiresIn: fields.expiresIn, key, nowMs })) ?? null
  const link = refusals.read(() => linkOf(received)) ?? null
  if (link !== null) await refuseTakenLink(site, { name: link.name, ownerId: uploader.user.id }, refusals)

  if (image === undefined || refusals.collected.length > before) return undefined
  return {
    ...image,
    categoryId,
    albumId,
    title,
    description,
    fileName: file?.fileName ?? '',
    expiresAtMs,
    link,
    uploader,
    idempotency,
  }
}

/** The file and its image facts; if it is not a readable image, adds one refusal. */
function readImage(
  received: Omit<ReceivedUpload, keyof AsyncDisposable>,
  policy: Policy,
  refusals: Refusals,
): { file: ReceivedFile; facts: ImageFacts } | undefined {
  const { file } = received
  if (file === undefined) refusals.add(missingFile(received))
  else if ('facts' in file.content) return { file, facts: file.content.facts }
  else refusals.add(unreadable(file.content, policy))
  return undefined
}

function unreadable(
  { failure, type, looksLike }: Extract<ReceivedFile['content'], { failure: unknown }>,
  policy: Policy,
): FailureFacts {
  const allowed = policy['upload.types']
  if (failure.code === 'UNKNOWN_TYPE') {
    // Advice on fixing an SVG only helps if SVGs are allowed.
    const isSvg = looksLike?.startsWith('svg-') && !allowed.includes('image/svg+xml')
    const found = isSvg ? 'image/svg+xml' : (looksLike ?? 'unknown')
    return { code: 'TYPE_NOT_ALLOWED', found, allowed }
  }
  if (type !== undefined && !allowed.includes(type)) return { code: 'TYPE_NOT_ALLOWED', found: type, allowed }
  return { code: 'INVALID_IMAGE', reason: verbatim(failure.message) }
}

const notShownReasons: Record<NotShown, Message> = {
  'deep-jpeg': message('it is a JPEG with more than 8 bits a sample, which no browser shows.'),
  'lossless-jpeg': message('it is a lossless JPEG, which no browser shows.'),
  'incomplete-avif': message('it is an AVIF without av1C, hdlr or iloc, which no browser shows.'),
}

function refuseUnfitImage(facts: ImageFacts, policy: Policy, refusals: Refusals): void {
  const { type, complete, bitsPerPixel, frames } = facts
  const { width, height } = facts.decoded
  const allowed = policy['upload.types']
  if (!allowed.includes(type)) refusals.add({ code: 'TYPE_NOT_ALLOWED', found: type, allowed })
  const refuse = (reason: Message) => refusals.add({ code: 'INVALID_IMAGE', reason })
  if (!complete) refuse(message('it is cut short.'))
  if (facts.notShown !== undefined) refuse(notShownReasons[facts.notShown])
  const maxSide = policy['upload.maxSide']
  if (Math.max(width, height) > maxSide) {
    refuse(
      message('it is {width} × {height} pixels; a side may have {most}.', { width, height, most: maxSide }),
    )
  }
  const weight = bitsPerPixel > plainBitsPerPixel ? 2 : 1
  const maxPixels = policy['upload.maxPixels']
  if (width * height * weight > maxPixels) {
    refuse(
      message('it is {width} × {height} pixels; {most} pixels are allowed.', {
        width,
        height,
        most: maxPixels / weight,
      }),
    )
  }
  const maxFrames = policy['upload.maxFrames']
  if (frames > maxFrames)
    refuse(message('it has {frames} frames; {most} are allowed.', { frames, most: maxFrames }))
}

async function refuseCategory(
  { database }: Pick<SitePorts, 'database'>,
  categoryId: string,
  refusals: Refusals,
): Promise<void> {
  if (categoryId === '') return refusals.add({ code: 'CATEGORY_MISSING' })
  const category = await lookUp(categoryId, (id) => database.categories.byId(id))
  if (!category?.enabled) refusals.add({ code: 'CATEGORY_UNAVAILABLE', categoryId })
}

/** The album of an upload that names none: if its key is bound to a single album, that one. */
function onlyAlbumOf({ key }: Uploader): string | null {
  const [only = null, ...others] = key?.binding.albumIds ?? []
  return others.length === 0 ? only : null
}

async function refuseAlbum(
  { database }: Pick<SitePorts, 'database'>,
  { albumId, ownerId }: { albumId: string | null; ownerId: string },
  refusals: Refusals,
): Promise<void> {
  if (albumId === null) return
  const album = await lookUp(albumId, (id) => database.albums.byId(id))
  if (album?.ownerId !== ownerId) refusals.add({ code: 'ALBUM_NOT_ALLOWED', albumId })
}

/** Looks up an id. A malformed one is skipped, because the databases reject some texts. */
async function lookUp<T>(id: string, find: (id: string) => Promise<T | undefined>): Promise<T | undefined> {
  return /^[0-9A-Za-z_-]{1,64}$/.test(id) ? find(id) : undefined
}

/** Refuses an upload outside the binding of its key. */
function refuseUnbound(
  { key }: Uploader,
  {
    categoryId,
    albumId,
    file,
  }: { categoryId: string; albumId: string | null; file: ReceivedFile | undefined },
  refusals: Refusals,
): void {
  const { categoryIds, albumIds, types, maxBytes } = key?.binding ?? {}
  const refuse = (reason: Message) => refusals.add({ code: 'KEY_BOUND', reason })
  if (categoryIds !== undefined && categoryId !== '' && !categoryIds.includes(categoryId)) {
    refuse(message('it is bound to the categories {categories}.', { categories: categoryIds.join(', ') }))
  }
  if (albumIds !== undefined && (albumId === null || !albumIds.includes(albumId))) {
    refuse(message('it is bound to the albums {albums}.', { albums: albumIds.join(', ') }))
  }
  const facts = file !== undefined && 'facts' in file.content ? file.content.facts : undefined
  if (types !== undefined && facts !== undefined && !types.includes(facts.type)) {
    refuse(message('it is bound to the types {types}.', { types: types.join(', ') }))
  }
  if (maxBytes !== undefined && file !== undefined && file.sizeBytes > maxBytes)
    refuse(message('it is bound to files of {maxBytes} bytes.', { maxBytes }))
}

/** The permanent link that the upload sets to its image. @throws {Failure} BAD_REQUEST, KEY_BOUND */
function linkOf({ fields, uploader }: Pick<ReceivedUpload, 'fields' | 'uploader'>): NewImage['link'] {
  const { link = '' } = fields
  if (link.trim() === '') return null
  const name = readLinkName(link, 'link')
  const { key, user } = uploader
  const allowed = key?.binding.linkNames ?? []
  if (key !== null && !allowed.includes(name)) {
    const reason =
      allowed.length === 0
        ? message('it may set no links.')
        : message('it is bound to the links {links}.', { links: allowed.join(', ') })
    throw new Failure({ code: 'KEY_BOUND', reason })
  }
  return { name, actor: user.name }
}

async function refuseTakenLink(
  { database }: Pick<SitePorts, 'database'>,
  { name, ownerId }: { name: string; ownerId: string },
  refusals: Refusals,
): Promise<void> {
  const former = await database.links.byName(name)
  if (former !== undefined && former.ownerId !== ownerId) refusals.add(linkOfAnother(name).facts)
}

const retryAfterSeconds = 30

/**
 * Has the operator's scanner check a received file, if there is one. A failing scanner refuses: unchecked files are not
 * stored.
 * @throws {Failure} INVALID_IMAGE for an infected file, OVERLOADED if the scanner gives no verdict
 */
export async function scan(
  { scanner }: Pick<SitePorts, 'scanner'>,
  { staged }: Pick<ReceivedFile, 'staged'>,
): Promise<void> {
  const verdict = (await scanner?.scan(staged)) ?? 'clean'
  if (verdict === 'infected') {
    const reason = message("the site's scanner found something harmful in it.")
    throw new Failure({ code: 'INVALID_IMAGE', reason })
  }
  if (verdict === 'failed') throw new Failure({ code: 'OVERLOADED', retryAfterSeconds, helper: 'scanner' })
}

/** The failure if neither a file nor the hash of a known file was sent. */
function missingFile({
  askedSha256,
  fields,
  insteadOfFile,
}: Pick<ReceivedUpload, 'askedSha256' | 'fields' | 'insteadOfFile'>): FailureFacts {
  const isAsked = (fields.sha256 ?? '').trim() !== ''
  if (!isAsked && insteadOfFile !== undefined) return { code: 'FILE_MISSING', instead: insteadOfFile }
  if (askedSha256 !== undefined || !isAsked) return { code: 'FILE_MISSING' }
  const reason = message('sha256 must be the 64 hexadecimal digits of the SHA-256 of the file.')
  return { code: 'BAD_REQUEST', reason, field: 'sha256' }
}
