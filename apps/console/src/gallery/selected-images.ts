import { throttleFound } from '@pictoglyph/site/accounts/change-rate'
import { findOwnImages, restorableMs } from '@pictoglyph/site/images'
import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import { badRequest } from '@pictoglyph/site/language/failure'
import { allItems, maxSelected } from '@pictoglyph/site/language/list-limits'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { imageQueryOf } from './image-query.ts'

/** Images to read or change before yielding to the event loop. */
const imagesInATurn = 50

/** The ids of ticked images, each once; at most {@link maxSelected}, like every list of a form. */
export const tickedIds = (form: URLSearchParams): string[] => [...new Set(form.getAll('id'))]

/**
 * The selected ids of a form: the ticked ones, or all that matched the filter when its page was shown. Later images do
 * not count.
 * @throws {Failure} BAD_REQUEST if there are none
 */
export async function selectedIds(context: SignedInContext): Promise<string[]> {
  const { form } = context
  if (form.get('all') !== 'on') return requireSome(tickedIds(form))
  const ids: string[] = []
  for await (const { id } of allMatching(context)) ids.push(id)
  return requireSome(ids)
}

/** A selected image in memory: without its description, because descriptions and selections may be long. */
export type SelectedImage = Omit<Image, 'description'>

const withoutDescription = ({ description: _, ...image }: Image): SelectedImage => image

/** The selected images of a form, in the page's order. @throws {Failure} NOT_FOUND, BAD_REQUEST if there are none */
export async function selectedImages(context: SignedInContext): Promise<SelectedImage[]> {
  const { form, services, user } = context
  const images: SelectedImage[] = []
  if (form.get('all') === 'on') {
    for await (const image of allMatching(context)) images.push(withoutDescription(image))
  } else {
    for await (const ids of batchesOf(tickedIds(form)))
      images.push(...(await findOwnImages(services.site, user.id, ids)).map(withoutDescription))
  }
  return requireSome(images)
}

function allMatching(context: SignedInContext): AsyncGenerator<Image> {
  const { form, services, user } = context
  const from = new URL(returnPath(form.get('return') ?? '/images'), services.urls.console)
  return imagesMatching(
    context,
    imageQueryOf({ query: from.searchParams, timeZone: context.timeZone }, user.id),
  )
}

/**
 * The images on all pages of a query, as they were when the form's page was shown, up to {@link maxSelected}. They
 * count as if the form had named them. @throws {Failure} RATE_LIMITED
 */
export async function* imagesMatching(
  { form, services, user }: SignedInContext,
  { after: _, ...query }: ImageQuery,
): AsyncGenerator<Image> {
  // Smaller batches, because even reading long descriptions takes time.
  const all: ImageQuery = { ...query, limit: imagesInATurn }
  const asOfMs = Number(form.get('asOf') ?? Number.NaN)
  if (Number.isInteger(asOfMs)) all.createdBeforeMs = Math.min(all.createdBeforeMs ?? asOfMs + 1, asOfMs + 1)
  let after: string | undefined
  for (let found = 0; found < maxSelected; ) {
    const page = await services.site.database.images.list(after === undefined ? all : { ...all, after })
    const now = found + page.items.length
    await throttleFound(services.tries, user.id, { before: found, now })
    await nextTurn()
    yield* page.items.slice(0, maxSelected - found)
    found = now
    if (page.next === null) return
    after = page.next
  }
}

/** The own images that were deleted in a time span, both ends included. */
export async function deletedBetween(
  { services, user }: SignedInContext,
  fromMs: number,
  toMs: number,
): Promise<string[]> {
  const { site } = services
  const deletedAfterMs = Math.max(fromMs - 1, site.clock() - restorableMs)
  const query: ImageQuery = { ownerId: user.id, deletedAfterMs, sort: 'deleted', limit: imagesInATurn }
  const ids: string[] = []
  const all = allItems((place) => site.database.images.list({ ...query, ...place }))
  for await (const { id, deletedAtMs } of all) {
    if (deletedAtMs !== null && deletedAtMs <= toMs) ids.push(id)
    if (ids.length === maxSelected) break
  }
  return ids
}

/** An undo's ids are in a cookie, and browsers keep at most 4096 bytes of it. */
const maxIdsInNotice = 50

/** The fields of an undo: the ids, or the time span of the removal if there are too many for a cookie. */
export function undoFields(ids: readonly string[], fromMs: number, toMs: number): [string, string][] {
  if (ids.length <= maxIdsInNotice) return ids.map((id) => ['id', id])
  return [
    ['deletedFrom', String(fromMs)],
    ['deletedTo', String(toMs)],
  ]
}

/** The items in batches, yielding to the event loop after each. */
export async function* batchesOf<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < items.length; from += imagesInATurn) {
    if (from > 0) await nextTurn()
    yield items.slice(from, from + imagesInATurn)
  }
}

/** The items one by one, in batches. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for await (const batch of batchesOf(items)) yield* batch
}

/** @throws {Failure} BAD_REQUEST if the selection is empty */
export function requireSome<T>(selected: T[]): T[] {
  if (selected.length === 0) throw badRequest(message('No image is selected.'))
  return selected
}
