import {
  badRequest,
  findOwnImage,
  type Image,
  type ImageQuery,
  maxImagesAtOnce,
  message,
  restorableMs,
} from '@pictoglyph/core'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { imageQueryOf } from './image-query.ts'

/** So many images are acted on together, by all that match. */
export const maxSelected = 10_000

/**
 * The ids that a form selects: those that are ticked, or all that matched the filter of the page that it stands on
 * when that was shown; what has come since was not meant.
 * @throws {Failure} BAD_REQUEST if there are none
 */
export async function selectedIds(context: SignedInContext): Promise<string[]> {
  const { form } = context
  if (form.get('all') !== 'on') return requireSome([...new Set(form.getAll('id'))])
  const ids: string[] = []
  for await (const { id } of allMatching(context)) ids.push(id)
  return requireSome(ids)
}

/** The images that a form selects, in the order of its page. @throws {Failure} NOT_FOUND, BAD_REQUEST if there are none */
export async function selectedImages(context: SignedInContext): Promise<Image[]> {
  const { form, services, user } = context
  const images: Image[] = []
  if (form.get('all') === 'on') {
    for await (const image of allMatching(context)) images.push(image)
  } else {
    for (const id of requireSome(form.getAll('id')))
      images.push(await findOwnImage(services.site, user.id, id))
  }
  return requireSome(images)
}

function allMatching(context: SignedInContext): AsyncGenerator<Image> {
  const { form, services, user } = context
  const from = new URL(returnPath(form.get('return') ?? '/images'), services.urls.console)
  return imagesMatching(context, imageQueryOf(from.searchParams, user.id))
}

/** The images on all pages of a query, as they were when the form's page was shown, up to {@link maxSelected}. */
export async function* imagesMatching(
  { form, services }: SignedInContext,
  { after: _, ...query }: ImageQuery,
): AsyncGenerator<Image> {
  const all: ImageQuery = { ...query, limit: maxImagesAtOnce }
  const asOfMs = Number(form.get('asOf') ?? Number.NaN)
  if (Number.isInteger(asOfMs)) all.createdBeforeMs = Math.min(all.createdBeforeMs ?? asOfMs + 1, asOfMs + 1)
  let after: string | undefined
  for (let found = 0; found < maxSelected; ) {
    const page = await services.site.database.images.list(after === undefined ? all : { ...all, after })
    yield* page.items
    found += page.items.length
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
  const query: ImageQuery = { ownerId: user.id, deletedAfterMs, sort: 'deleted', limit: maxImagesAtOnce }
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await site.database.images.list(after === undefined ? query : { ...query, after })
    for (const { id, deletedAtMs } of page.items)
      if (deletedAtMs !== null && deletedAtMs <= toMs) ids.push(id)
    after = page.next ?? undefined
  } while (after !== undefined && ids.length < maxSelected)
  return ids
}

/** What can be undone stands in a cookie, which browsers keep up to 4096 bytes of. */
export const maxIdsInNotice = 50

/** The ids in parts, as many as change together. */
export function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += maxImagesAtOnce)
    yield ids.slice(start, start + maxImagesAtOnce)
}

/** @throws {Failure} BAD_REQUEST if there are none */
export function requireSome<T>(selected: T[]): T[] {
  if (selected.length === 0) throw badRequest(message('No image is selected.'))
  return selected
}
