import type { ImageFacts, NotShown } from '@pictoglyph/media'
import { Failure, type FailureFacts } from '../failure.ts'
import { type Message, message, verbatim } from '../message.ts'
import type { Policy } from '../policy.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { readDescription, readTitle } from '../text-field.ts'
import type { ReceivedFile, ReceivedUpload, Uploader } from './receive.ts'

/** Samples deeper than 8 bits take twice the memory, so that their pixels count twice. */
const plainBitsPerPixel = 32

/** An upload that nothing speaks against. */
export interface AcceptedUpload extends Pick<ReceivedUpload, 'uploader' | 'idempotency'> {
  file: ReceivedFile
  facts: ImageFacts
  categoryId: string
  albumId: string | null
  title: string
  description: string
}

/** The whole verdict: what is accepted, or every reason against it, the first one first. */
type Verdict = { accepted: AcceptedUpload } | { problems: [FailureFacts, ...FailureFacts[]] }

/**
 * Judges an upload against policy, key and site. The database decides category and album once more when
 * the upload is recorded; here they are looked up so that a refusal comes before anything is stored.
 */
export async function judge(
  site: Pick<SitePorts, 'database' | 'snapshot'>,
  received: Omit<ReceivedUpload, keyof AsyncDisposable>,
): Promise<Verdict> {
  const { file, fields, uploader, idempotency } = received
  const { policy } = site.snapshot()
  const categoryId = fields.categoryId || (uploader.key?.defaultCategoryId ?? '')
  const albumId = fields.albumId || null
  const image = readImage(file, policy)
  const problems = [
    ...('problem' in image ? [] : imageProblems(image.facts, policy)),
    ...(await categoryProblems(site, categoryId)),
    ...(await albumProblems(site, albumId, uploader.user.id)),
    ...bindingProblems(uploader, { categoryId, albumId, file }),
  ]
  const title = textField(problems, readTitle, fields.title)
  const description = textField(problems, readDescription, fields.description)

  if ('problem' in image) return { problems: [image.problem, ...problems] }
  const [first, ...rest] = problems
  if (first !== undefined) return { problems: [first, ...rest] }
  return { accepted: { ...image, categoryId, albumId, title, description, uploader, idempotency } }
}

/** @throws {Failure} the first of the problems */
export function requireAccepted(verdict: Verdict): AcceptedUpload {
  if ('problems' in verdict) throw new Failure(verdict.problems[0])
  return verdict.accepted
}

function readImage(
  file: ReceivedFile | undefined,
  policy: Policy,
): { file: ReceivedFile; facts: ImageFacts } | { problem: FailureFacts } {
  if (file === undefined) return { problem: { code: 'FILE_MISSING' } }
  if ('facts' in file.content) return { file, facts: file.content.facts }
  const { failure, type } = file.content
  const allowed = policy['upload.types']
  if (failure.code === 'UNKNOWN_TYPE')
    return { problem: { code: 'TYPE_NOT_ALLOWED', found: 'unknown', allowed } }
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

async function albumProblems(
  site: Pick<SitePorts, 'database'>,
  albumId: string | null,
  ownerId: string,
): Promise<FailureFacts[]> {
  if (albumId === null) return []
  const album = await lookUp(albumId, (id) => site.database.albums.byId(id))
  return album?.ownerId === ownerId ? [] : [{ code: 'ALBUM_NOT_ALLOWED', albumId }]
}

/** What no id of ours looks like is not worth a query, and some of it no database takes. */
async function lookUp<T>(id: string, find: (id: string) => Promise<T | undefined>): Promise<T | undefined> {
  return /^[0-9A-Za-z_-]{1,64}$/.test(id) ? find(id) : undefined
}

/** What a key's binding has against an upload. */
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

function textField(problems: FailureFacts[], read: (text: string) => string, text = ''): string {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    problems.push(error.facts)
    return ''
  }
}

const retryAfterSeconds = 30

/**
 * Has the operator's scanner look at a received file, where there is one. A scanner that fails refuses: what nobody
 * has looked at isn't stored.
 * @throws {Failure} INVALID_IMAGE for an infected file, OVERLOADED where the scanner can't say
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
  if (verdict === 'failed') throw new Failure({ code: 'OVERLOADED', retryAfterSeconds })
}
