import type { AuditQuery } from '@pictoglyph/site/audit/audit-rows'
import { findImage, findImages } from '@pictoglyph/site/images'
import { restoreTakenDown, takeDownImages } from '@pictoglyph/site/images/take-down'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { idOf, returnPath } from '../../context/page-address.ts'
import { maxListFormBytes } from '../../context/submitted-form.ts'
import { answerSmallPicture } from '../../gallery/deleted-picture.ts'
import {
  batchesOf,
  imagesMatching,
  requireSome,
  tickedIds,
  undoFields,
} from '../../gallery/selected-images.ts'
import { type ConsoleRoute, operatorAction, operatorPage, rerenderForm } from '../../routing/route.ts'
import { showAllImages } from './all-images-page.tsx'
import { allImagesQueryOf } from './all-images-query.ts'
import { showAnyImage } from './any-image-page.tsx'

const path = '/all-images'

export const allImagesRoutes: ConsoleRoute[] = [
  operatorPage(path, showAllImages),
  operatorAction(`${path}/take-down`, {
    maxBytes: maxListFormBytes,
    run: takeDown,
    onRefused: rerenderForm(showAllImages, path),
  }),
  operatorAction(`${path}/restore`, {
    maxBytes: maxListFormBytes,
    run: restore,
    onRefused: rerenderForm(showAllImages, path),
  }),
  operatorPage(`${path}/:id`, showAnyImage),
  operatorPage(`${path}/:id/picture`, showAnyPicture),
]

async function takeDown(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const { site } = services
  const fromMs = site.clock()
  const forGood = form.get('forGood') === 'on'
  const allCopies = form.get('copies') === 'on'
  const named = await selected(context)
  const how = { reason: form.get('reason') ?? '', allCopies, forGood }
  const { images, taken, filesLeft } = await takeDownImages(site, actor, named, how)
  const back = returnPath(form.get('return') ?? path)
  if (forGood) {
    return goTo(context, afterPurge(back, images), {
      name: filesLeft === 0 ? 'imagesPurged' : 'imagesPurgedLater',
      about: String(images.length),
    })
  }
  const fields = undoFields(
    taken.map(({ id }) => id),
    fromMs,
    site.clock(),
  )
  const owners = new Set(taken.map(({ ownerId }) => ownerId)).size
  return goTo(context, back, {
    name: 'imagesTakenDown',
    about: String(taken.length),
    detail: String(owners),
    ...(taken.length > 0 && { undo: { path: `${path}/restore`, fields } }),
  })
}

/** The page after deleting images for good: not that of a deleted image. */
function afterPurge(back: string, images: readonly Image[]): string {
  return images.some(({ id }) => back.startsWith(`${path}/${id}`)) ? path : back
}

async function restore(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const toMs = Number(form.get('deletedTo') ?? 0)
  const images = toMs > 0 ? await takenDownBetween(context, toMs) : await selected(context)
  const restored = await restoreTakenDown(services.site, actor, images)
  const left = images.length - restored.length
  return goTo(context, returnPath(form.get('return') ?? path), {
    name: left === 0 ? 'imagesRestored' : 'imagesUploadedAnew',
    about: String(left === 0 ? restored.length : left),
  })
}

/** The images that this operator took down between two times, from the audit log. */
async function takenDownBetween({ form, services, actor }: SignedInContext, toMs: number): Promise<Image[]> {
  const { database } = services.site
  const query: AuditQuery = {
    actor: actor.name,
    action: 'image.takeDown',
    fromMs: Number(form.get('deletedFrom') ?? toMs),
    beforeMs: toMs + 1,
    limit: 100,
  }
  const images: Image[] = []
  const { items } = await database.audit.list(query)
  for (const { actorUserId, after } of items) {
    if (actorUserId !== actor.userId) continue
    for await (const ids of batchesOf(idsIn(after))) {
      const found = await database.images.byIds(ids)
      images.push(...found.filter(({ takenDown }) => takenDown !== null))
    }
  }
  return requireSome(images)
}

function idsIn(after: unknown): string[] {
  if (typeof after !== 'object' || after === null || !('ids' in after) || !Array.isArray(after.ids)) return []
  return after.ids.filter((id) => typeof id === 'string')
}

/** The selected images of a form: the ticked ones, or all that matched the filter of its page. */
async function selected(context: SignedInContext): Promise<Image[]> {
  const { form, services } = context
  const images: Image[] = []
  if (form.get('all') !== 'on') {
    for await (const ids of batchesOf(tickedIds(form))) images.push(...(await findImages(services.site, ids)))
    return requireSome(images)
  }
  const from = new URL(returnPath(form.get('return') ?? path), services.urls.console)
  const { query, isUnknownOwner } = await allImagesQueryOf(context, from.searchParams)
  if (isUnknownOwner)
    throw notFound(message('The user "{name}"', { name: from.searchParams.get('owner') ?? '' }))
  for await (const image of imagesMatching(context, query)) images.push(image)
  return requireSome(images)
}

async function showAnyPicture(context: SignedInContext): Promise<Response> {
  return answerSmallPicture(context, await findImage(context.services.site, idOf(context)))
}
