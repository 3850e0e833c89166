import type { ImageFacts, NotShown } from '@pictoglyph/media'
import { expiryOfUpload } from '../images/expiry.ts'
import type { NewImage } from '../images/image-records.ts'
import { usedUpProblem } from '../keys/key-restrictions.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import { type Message, message, verbatim } from '../language/message.ts'
import type { Image } from '../language/records.ts'
import { readDescription, readTitle } from '../language/text-field.ts'
import { linkOfAnother } from '../links/link-rows.ts'
import { readLinkName } from '../links/links.ts'
import type { Policy } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'
import type { Uploader } from './incoming.ts'
import { findKnownImage } from './recall.ts'
import type { ReceivedFile, ReceivedUpload } from './receive.ts'

/** Samples deeper than 8 bits take twice the memory, so that their pixels count twice. */
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

/** An upload without a problem. */
export interface AcceptedFile extends AcceptedWords {
  file: ReceivedFile
  facts: ImageFacts
}

/** The same without a file, of which the uploader sent the hash. */
export interface AcceptedRepeat extends AcceptedWords {
  /** The uploader's image of that file. */
  repeated: Image
}

/** An upload that may be stored, with a file or its hash. */
type AcceptedUpload = AcceptedFile | AcceptedRepeat

/** The whole verdict: the accepted upload, or every reason against it, in the order of the phases. */
type Verdict = { accepted: AcceptedUpload } | { problems: [FailureFacts, ...FailureFacts[]] }

/**
 * Judges an upload by policy, key and site. The database checks category and album again when it records the upload.
 * They are looked up here so that a refusal comes before anything is stored.
 */
export async function judge(
  site: Pick<SitePorts, 'database' | 'snapshot' | 'clock'>,
  received: Omit<ReceivedUpload, keyof AsyncDisposable>,
): Promise<Verdict> {
  const { file, fields, uploader, idempotency } = received
  const { policy } = site.snapshot()
  const categoryId = fields.categoryId?.trim() || (uploader.key?.defaultCategoryId ?? '')
  const albumId = fields.albumId?.trim() || onlyAlbumOf(uploader)
  const repeated = await findKnownImage(site, received)
  const image =
    repeated !== undefined
      ? { repeated }
      : file !== undefined
        ? readImage(file, policy)
        : { problem: missingFile(received) }
  const problems = [
    ...usedUpProblems(uploader),
    ...('facts' in image ? imageProblems(image.facts, policy) : []),
    ...(await categoryProblems(site, categoryId)),
    ...(await albumProblems(site, albumId, uploader.user.id)),
    ...bindingProblems(uploader, { categoryId, albumId, file }),
  ]
  const title = reading(problems, '', () => readTitle(fields.title ?? ''))
  const description = reading(problems, '', () => readDescription(fields.description ?? ''))
  const { key } = uploader
  const nowMs = site.clock()
  const expiresAtMs = reading(problems, null, () =>
    expiryOfUpload(policy, { expiresIn: fields.expiresIn, key, nowMs }),
  )

  const link = reading(problems, null, () => linkOf(received))
  if (link !== null) problems.push(...(await linkProblems(site, link.name, uploader.user.id)))

  if ('problem' in image) return { problems: [image.problem, ...problems] }
  const [first, ...rest] = problems
  if (first !== undefined) return { problems: [first, ...rest] }
  return {
    accepted: {
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
    },
  }
}

/** @throws {Failure} the first of the problems */
export function requireAccepted(verdict: Verdict): AcceptedUpload {
  if ('problems' in verdict) throw new Failure(verdict.problems[0])
  return verdict.accepted
}

function readImage(
  file: ReceivedFile,
  policy: Policy,
): { file: ReceivedFile; facts: ImageFacts } | { problem: FailureFacts } {
  if ('facts' in file.content) return { file, facts: file.content.facts }
  const { failure, type, looksLike } = file.content
  const allowed = policy['upload.types']
  if (failure.code === 'UNKNOWN_TYPE') {
    // What would make an SVG readable helps only where it would be taken then.
    const isSvg = looksLike?.startsWith('svg-') && !allowed.includes('image/svg+xml')
    const found = isSvg ? 'image/svg+xml' : (looksLike ?? 'unknown')
    return { problem: { code: 'TYPE_NOT_ALLOWED', found, allowed } }
  }
  if (type !== undefined && !allowed.includes(type))
    return { problem: { code: 'TYPE_NOT_ALLOWED', found: type, allowed } }
  return { problem: { code: 'INVALID_IMAGE', reason: verbatim(failure.message) } }
}

const notShownReasons: Record<NotShown, Message> = {
  'deep-jpeg': message('it is a JPEG with more than 8 bits a sample, which no browser shows.'),
  'lossless-jpeg': message('it is a lossless JPEG, which no browser shows.'),
  'incomplete-avif': message('it is an AVIF without av1C, hdlr or iloc, which no browser shows.'),
}

function imageProblems(facts: ImageFacts, policy: Policy): FailureFacts[] {
  const { type, complete, bitsPerPixel, frames } = facts
  const { width, height } = facts.decoded
  const problems: FailureFacts[] = []
  const allowed = policy['upload.types']
  if (!allowed.includes(type)) problems.push({ code: 'TYPE_NOT_ALLOWED', found: type, allowed })
  const refuse = (reason: Message) => problems.push({ code: 'INVALID_IMAGE', reason })
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
  return problems
}

async function categoryProblems(
  site: Pick<SitePorts, 'database'>,
  categoryId: string,
): Promise<FailureFacts[]> {
  if (categoryId === '') return [{ code: 'CATEGORY_MISSING' }]
  const category = await lookUp(categoryId, (id) => site.database.categories.byId(id))
  return category?.enabled ? [] : [{ code: 'CATEGORY_UNAVAILABLE', categoryId }]
}

/** Where an upload that names no album goes: a key that is bound to a single one fills it. */
function onlyAlbumOf({ key }: Uploader): string | null {
  const [only = null, ...others] = key?.binding.albumIds ?? []
  return others.length === 0 ? only : null
}

async function albumProblems(
  site: Pick<SitePorts, 'database'>,
  albumId: string | null,
  ownerId: string,
): Promise<FailureFacts[]> {
  if (albumId === null) return []
  const album = await lookUp(albumId, (id) => site.database.albums.byId(id))
  return album?.ownerId === ownerId ? [] : [{ code: 'ALBUM_NOT_ALLOWED', albumId }]
}

/** A text that can't be an id is not looked up; some such texts no database accepts. */
async function lookUp<T>(id: string, find: (id: string) => Promise<T | undefined>): Promise<T | undefined> {
  return /^[0-9A-Za-z_-]{1,64}$/.test(id) ? find(id) : undefined
}

/** Only new uploads come here; a used-up key may still ask for a repetition. */
function usedUpProblems({ key }: Uploader): FailureFacts[] {
  const problem = key === null ? undefined : usedUpProblem(key)
  return problem === undefined ? [] : [problem]
}

/** The reasons that a key's binding has against an upload. */
function bindingProblems(
  { key }: Uploader,
  {
    categoryId,
    albumId,
    file,
  }: { categoryId: string; albumId: string | null; file: ReceivedFile | undefined },
): FailureFacts[] {
  const { categoryIds, albumIds, types, maxBytes } = key?.binding ?? {}
  const problems: FailureFacts[] = []
  const refuse = (reason: Message) => problems.push({ code: 'KEY_BOUND', reason })
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
  return problems
}

/** The link that the upload is to have lead to the image. @throws {Failure} BAD_REQUEST, KEY_BOUND */
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

async function linkProblems(
  site: Pick<SitePorts, 'database'>,
  name: string,
  ownerId: string,
): Promise<FailureFacts[]> {
  const former = await site.database.links.byName(name)
  return former === undefined || former.ownerId === ownerId ? [] : [linkOfAnother(name).facts]
}

/** The value of a field; or `none`, and its refusal is recorded. */
function reading<T>(problems: FailureFacts[], none: T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    problems.push(error.facts)
    return none
  }
}

const retryAfterSeconds = 30

/**
 * Lets the operator's scanner check a received file, if there is one. A failing scanner refuses: an unchecked file is
 * not stored.
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

/** The failure if neither a file nor the hash of a known file came. */
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
