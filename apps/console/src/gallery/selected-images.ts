import { throttleFound } from '@pictoglyph/site/accounts/change-rate'
import { findOwnImages, restorableMs } from '@pictoglyph/site/images'
import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import { badRequest } from '@pictoglyph/site/language/failure'
import { maxSelected } from '@pictoglyph/site/language/list-limits'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { imageQueryOf } from './image-query.ts'

/** More images are read, or worked on, in several turns of the event loop. */
const imagesInATurn = 50

/** The ids of the images that are ticked, each once; {@link maxSelected} at most, as of every list of a form. */
export const tickedIds = (form: URLSearchParams): string[] => [...new Set(form.getAll('id'))]

/**
 * The ids that a form selects: those that are ticked, or all that matched the filter of the page that it stands on
 * when that was shown; what has come since was not meant.
 * @throws {Failure} BAD_REQUEST if there are none
 */
export async function selectedIds(context: SignedInContext): Promise<string[]> {
  const { form } = context
  if (form.get('all') !== 'on') return requireSome(tickedIds(form))
  const ids: string[] = []
  for await (const { id } of allMatching(context)) ids.push(id)
  return requireSome(ids)
}

/** What is kept of a selected image: descriptions may be long, and selections too. */
export type SelectedImage = Omit<Image, 'description'>

const withoutDescription = ({ description: _, ...image }: Image): SelectedImage => image

/** The images that a form selects, in the order of its page. @throws {Failure} NOT_FOUND, BAD_REQUEST if there are none */
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
  // To take over a page of images with long descriptions is work too.
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

/** The own images that were deleted in a span of time, both ends included. */
export async function deletedBetween(
  { services, user }: SignedInContext,
  fromMs: number,
  toMs: number,
): Promise<string[]> {
  const { site } = services
  const deletedAfterMs = Math.max(fromMs - 1, site.clock() - restorableMs)
  const query: ImageQuery = { ownerId: user.id, deletedAfterMs, sort: 'deleted', limit: imagesInATurn }
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await site.database.images.list(after === undefined ? query : { ...query, after })
    for (const { id, deletedAtMs } of page.items)
      if (deletedAtMs !== null && deletedAtMs <= toMs) ids.push(id)
    after = page.next ?? undefined
  } while (after !== undefined && ids.length < maxSelected)
  return ids.slice(0, maxSelected)
}

/** What can be undone stands in a cookie, which browsers keep up to 4096 bytes of. */
const maxIdsInNotice = 50

/** The fields of an undo: the ids, or of too many for a cookie the span of time in which they were removed. */
export function undoFields(ids: readonly string[], fromMs: number, toMs: number): [string, string][] {
  if (ids.length <= maxIdsInNotice) return ids.map((id) => ['id', id])
  return [
    ['deletedFrom', String(fromMs)],
    ['deletedTo', String(toMs)],
  ]
}

/** The items, so many at a time, with a turn of the event loop for others after each batch. */
export async function* batchesOf<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < items.length; from += imagesInATurn) {
    if (from > 0) await nextTurn()
    yield items.slice(from, from + imagesInATurn)
  }
}

/** The same items one by one. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for await (const batch of batchesOf(items)) yield* batch
}

/** @throws {Failure} BAD_REQUEST if there are none */
export function requireSome<T>(selected: T[]): T[] {
  if (selected.length === 0) throw badRequest(message('No image is selected.'))
  return selected
}
