import {
  addAlbum,
  albumPlaces,
  arrangeAlbumImages,
  findOwnAlbum,
  moveInAlbum,
  setAlbumCover,
} from '@pictoglyph/site/albums'
import {
  categorizeImages,
  deleteForGood,
  deleteImages,
  moveImages,
  restoreImages,
  setImagesExpiry,
  titleImages,
} from '@pictoglyph/site/images'
import { badField, badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Album } from '@pictoglyph/site/language/records'
import { chosenAlbum } from '../albums/chosen-album.ts'
import { nameOfNew, newAlbumField } from '../albums/new-album-choice.ts'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { addressOf, returnPath } from '../context/page-address.ts'
import { maxListFormBytes } from '../context/submitted-form.ts'
import { readExpiry } from '../parts/read-expiry.ts'
import { action, type ConsoleRoute, openPage, page, rerenderForm, type Show } from '../routing/route.ts'
import { showDeleted } from './deleted-page.tsx'
import { showDeletedPicture } from './deleted-picture.ts'
import { downloadImage } from './download-image.ts'
import { showGallery } from './gallery-page.tsx'
import { describe, showImage } from './image-page.tsx'
import { answerZip } from './image-zip.ts'
import { showLinks } from './links-page.tsx'
import { deletedBetween, selectedIds, selectedImages, tickedIds, undoFields } from './selected-images.ts'

/** An action on selected images of a page; a refusal shows that page again. */
const onImagesOf =
  (show: Show, page: string) =>
  (path: string, run: Show): ConsoleRoute =>
    action(path, { maxBytes: maxListFormBytes, run, onRefused: rerenderForm(show, page) })

const onSelected = onImagesOf(showGallery, '/images')
const onDeleted = onImagesOf(showDeleted, '/images/deleted')

export const galleryRoutes: ConsoleRoute[] = [
  openPage('/', (context) => goTo(context, context.signedIn === undefined ? '/sign-in' : '/images')),
  page('/images', showGallery),
  page('/images/deleted', showDeleted),
  page('/images/deleted/:id', showDeletedPicture),
  onSelected('/images/delete', remove),
  onDeleted('/images/restore', restore),
  onDeleted('/images/purge', deleteSelectedForGood),
  onSelected('/images/to-album', addToAlbum),
  onSelected('/images/to-new-album', addToNewAlbum),
  onSelected('/images/move', moveToAlbum),
  onSelected('/images/out-of-album', takeOutOfAlbum),
  onSelected('/images/order', arrange),
  onSelected('/images/cover', setCover),
  onSelected('/images/category', categorize),
  onSelected('/images/end', end),
  onSelected('/images/title', rename),
  onSelected('/images/links', showLinks),
  onSelected('/images/zip', answerZip),
  page('/images/:id/file', downloadImage),
  page('/images/:id', showImage),
  action('/images/:id', { run: describe, onRefused: showImage, page: addressOf }),
]

async function remove(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const ids = await selectedIds(context)
  const fromMs = site.clock()
  await deleteImages(site, context.actor, context.user.id, ids)
  return goTo(context, returnPath(context.form.get('return') ?? '/images'), {
    name: 'imagesDeleted',
    about: String(ids.length),
    undo: { path: '/images/restore', fields: undoFields(ids, fromMs, site.clock()) },
  })
}

async function restore(context: SignedInContext): Promise<Response> {
  const { form, services, actor, user } = context
  const [fromMs, toMs] = [Number(form.get('deletedFrom') ?? 0), Number(form.get('deletedTo') ?? 0)]
  const ids = toMs > 0 ? await deletedBetween(context, fromMs, toMs) : tickedIds(form)
  const restored = (await restoreImages(services.site, actor, user.id, ids)).length
  const left = ids.length - restored
  const back = returnPath(form.get('return') ?? '/images')
  return left === 0
    ? goTo(context, back, { name: 'imagesRestored', about: String(restored) })
    : goTo(context, back, { name: 'imagesUploadedAnew', about: String(left) })
}

async function deleteSelectedForGood(context: SignedInContext): Promise<Response> {
  const ids = tickedIds(context.form)
  const { filesLeft } = await deleteForGood(context.services.site, context.actor, context.user.id, ids)
  return goTo(context, returnPath(context.form.get('return') ?? '/images/deleted'), {
    name: filesLeft === 0 ? 'imagesPurged' : 'imagesPurgedLater',
    about: String(ids.length),
  })
}

async function addToAlbum(context: SignedInContext): Promise<Response> {
  const name = nameOfNew(context.form.get('into') ?? '', context.form.get(newAlbumField) ?? '')
  const into = name === undefined ? await albumIn(context, 'into') : await chosenAlbum(context, name)
  await move(context, { into, outOf: null })
  return goTo(context, backOf(context), { name: 'imagesAdded', about: into.name })
}

async function addToNewAlbum(context: SignedInContext): Promise<Response> {
  const { form, services, actor, user } = context
  const ids = (await selectedImages(context)).map(({ id }) => id)
  const into = await addAlbum(services.site, actor, user.id, form.get('newAlbum') ?? '')
  await moveImages(services.site, actor, { ids, into, outOf: null })
  return goTo(context, backOf(context), { name: 'imagesAdded', about: into.name })
}

async function moveToAlbum(context: SignedInContext): Promise<Response> {
  const [into, outOf] = [await albumIn(context, 'into'), await albumIn(context, 'outOf')]
  await move(context, { into, outOf })
  return goTo(context, backOf(context), { name: 'imagesMoved', about: into.name })
}

async function takeOutOfAlbum(context: SignedInContext): Promise<Response> {
  const outOf = await albumIn(context, 'outOf')
  await move(context, { into: null, outOf })
  return goTo(context, backOf(context), { name: 'imagesTakenOut', about: outOf.name })
}

/** Finds all images before it moves the first: after a move, the filter may no longer find them. */
async function move(
  context: SignedInContext,
  { into, outOf }: { into: Album | null; outOf: Album | null },
): Promise<void> {
  const ids = await selectedIds(context)
  await moveImages(context.services.site, context.actor, { ids, into, outOf })
}

/** Moves images within the current album: by a button, or before the image they were dragged to. */
async function arrange(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const album = await albumIn(context, 'outOf')
  const images = await selectedImages(context)
  const before = form.get('before')
  if (before !== null) {
    const imageIds = images.map(({ id }) => id)
    await arrangeAlbumImages(services.site, actor, album, { imageIds, beforeId: before || null })
    return goTo(context, backOf(context))
  }
  const to = albumPlaces.find((place) => place === form.get('to'))
  if (to === undefined)
    throw badRequest(message('{key}: {problem}', { key: 'to', problem: albumPlaces.join(', ') }))
  await moveInAlbum(services.site, actor, album, { images, to })
  return goTo(context, backOf(context), { name: 'albumOrdered', about: album.name })
}

/** Makes the first selected image the album's cover. */
async function setCover(context: SignedInContext): Promise<Response> {
  const { services, actor } = context
  const album = await albumIn(context, 'outOf')
  const [image] = await selectedImages(context)
  await setAlbumCover(services.site, actor, album, image?.id ?? null)
  return goTo(context, backOf(context), { name: 'coverSet', about: album.name })
}

async function categorize(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const categoryId = form.get('category') ?? ''
  const images = await selectedImages(context)
  await categorizeImages(services.site, actor, images, categoryId)
  return goTo(context, backOf(context), { name: 'imagesCategorized', about: String(images.length) })
}

async function end(context: SignedInContext): Promise<Response> {
  const { services, actor } = context
  const images = await selectedImages(context)
  const expiresAtMs = readExpiry(context)
  if (expiresAtMs === undefined) throw badField('expiresIn', message('Choose when the images expire.'))
  await setImagesExpiry(services.site, actor, images, expiresAtMs)
  const name = expiresAtMs === null ? 'imagesStay' : 'imagesEnd'
  return goTo(context, backOf(context), { name, about: String(images.length) })
}

async function rename(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const images = await selectedImages(context)
  await titleImages(services.site, actor, images, form.get('title') ?? '')
  return goTo(context, backOf(context), { name: 'imagesTitled', about: String(images.length) })
}

const backOf = ({ form }: SignedInContext): string => returnPath(form.get('return') ?? '/images')

/** Finds the own album in a field of the form. @throws {Failure} NOT_FOUND */
function albumIn({ services, user, form }: SignedInContext, field: 'into' | 'outOf'): Promise<Album> {
  return findOwnAlbum(services.site, user.id, form.get(field) ?? '')
}
