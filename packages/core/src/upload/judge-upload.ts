import type { ImageFacts } from '@pictoglyph/media'
import { Failure, type FailureFacts } from '../failure.ts'
import { readDescription, readTitle } from '../image/title-and-description.ts'
import { type Message, message, verbatim } from '../message.ts'
import type { Policy } from '../policy.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { bindingProblems } from './binding-problems.ts'
import type { ReceivedImage } from './receive-image.ts'
import type { UploadRequest } from './upload-request.ts'

/** Samples deeper than 8 bits take twice the memory, so that their pixels count twice. */
const plainBitsPerPixel = 32

/** An upload that nothing speaks against. */
export interface AcceptedUpload {
  facts: ImageFacts
  categoryId: string
  albumId: string | null
  title: string
  description: string
}

/** The whole verdict: what is accepted, or every reason against it, the first one first. */
export type Verdict = { accepted: AcceptedUpload } | { problems: [FailureFacts, ...FailureFacts[]] }

/**
 * Judges an upload against policy, key and site. The database decides category and album once more when
 * the upload is recorded; here they are looked up so that a refusal comes before anything is stored.
 */
export async function judgeUpload(
  site: Pick<SitePorts, 'database' | 'snapshot'>,
  received: ReceivedImage | undefined,
  request: UploadRequest,
): Promise<Verdict> {
  const { policy } = site.snapshot()
  const problems: FailureFacts[] =
    received === undefined ? [{ code: 'FILE_MISSING' }] : fileProblems(received, policy)
  const categoryId = request.categoryId || (request.holder.key?.defaultCategoryId ?? '')
  problems.push(...(await categoryProblems(site, categoryId)))
  const albumId = request.albumId || null
  problems.push(...(await albumProblems(site, albumId, request.holder.user.id)))
  const facts = received !== undefined && 'facts' in received.content ? received.content.facts : undefined
  problems.push(
    ...bindingProblems(request, { categoryId, albumId, facts, sizeBytes: received?.sizeBytes ?? 0 }),
  )
  const title = field(problems, readTitle, request.title)
  const description = field(problems, readDescription, request.description)

  const [first, ...rest] = problems
  if (first !== undefined) return { problems: [first, ...rest] }
  if (facts === undefined) return { problems: [{ code: 'FILE_MISSING' }] }
  return { accepted: { facts, categoryId, albumId, title, description } }
}

function fileProblems(received: ReceivedImage, policy: Policy): FailureFacts[] {
  const allowed = policy['upload.types']
  if ('failure' in received.content) {
    const { failure, type } = received.content
    if (failure.code === 'UNKNOWN_TYPE') return [{ code: 'TYPE_NOT_ALLOWED', found: 'unknown', allowed }]
    if (type !== undefined && !allowed.includes(type))
      return [{ code: 'TYPE_NOT_ALLOWED', found: type, allowed }]
    return [{ code: 'INVALID_IMAGE', reason: verbatim(failure.message) }]
  }
  const { facts } = received.content
  const problems: FailureFacts[] = []
  if (!allowed.includes(facts.type)) problems.push({ code: 'TYPE_NOT_ALLOWED', found: facts.type, allowed })
  return [...problems, ...dimensionProblems(facts, policy)]
}

function dimensionProblems(facts: ImageFacts, policy: Policy): FailureFacts[] {
  const { complete, bitsPerPixel, frames } = facts
  const { width, height } = facts.decoded
  const problems: FailureFacts[] = []
  const refuse = (reason: Message) => problems.push({ code: 'INVALID_IMAGE', reason })
  if (!complete) refuse(message('it is cut short.'))
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

function field(problems: FailureFacts[], read: (text: string) => string, text = ''): string {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    problems.push(error.facts)
    return ''
  }
}
