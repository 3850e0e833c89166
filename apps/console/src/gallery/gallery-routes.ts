import {
  type Album,
  deleteImages,
  findOwnAlbum,
  moveImages,
  purgeImages,
  restoreImages,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { addressOf, returnPath } from '../context/page-address.ts'
import { action, type ConsoleRoute, openPage, page, rerenderForm } from '../routing/route.ts'
import { showDeleted } from './deleted-page.tsx'
import { showDeletedPicture } from './deleted-picture.ts'
import { showGallery } from './gallery-page.tsx'
import { describe, showImage } from './image-page.tsx'

export const galleryRoutes: ConsoleRoute[] = [
  openPage('/', (context) => goTo(context, context.signedIn === undefined ? '/sign-in' : '/images')),
  page('/images', showGallery),
  page('/images/deleted', showDeleted),
  page('/images/deleted/:id', showDeletedPicture),
  action('/images/delete', { run: remove, onRefused: rerenderForm(showGallery, '/images') }),
  action('/images/restore', { run: restore, onRefused: rerenderForm(showDeleted, '/images/deleted') }),
  action('/images/purge', { run: purge, onRefused: rerenderForm(showDeleted, '/images/deleted') }),
  action('/images/to-album', { run: addToAlbum, onRefused: rerenderForm(showGallery, '/images') }),
  action('/images/move', { run: moveToAlbum, onRefused: rerenderForm(showGallery, '/images') }),
  action('/images/out-of-album', { run: takeOutOfAlbum, onRefused: rerenderForm(showGallery, '/images') }),
  page('/images/:id', showImage),
  action('/images/:id', { run: describe, onRefused: showImage, page: addressOf }),
]

async function remove(context: SignedInContext): Promise<Response> {
  const ids = context.form.getAll('id')
  await deleteImages(context.services.site, context.actor, context.user.id, ids)
  return goTo(context, returnPath(context.form.get('return') ?? '/images'), {
    name: 'imagesDeleted',
    about: String(ids.length),
    undo: { path: '/images/restore', fields: ids.map((id) => ['id', id]) },
  })
}

async function restore(context: SignedInContext): Promise<Response> {
  const ids = context.form.getAll('id')
  const restored = await restoreImages(context.services.site, context.actor, context.user.id, ids)
  const left = ids.length - restored.length
  const back = returnPath(context.form.get('return') ?? '/images')
  return left === 0
    ? goTo(context, back, { name: 'imagesRestored', about: String(restored.length) })
    : goTo(context, back, { name: 'imagesUploadedAnew', about: String(left) })
}

async function purge(context: SignedInContext): Promise<Response> {
  const ids = context.form.getAll('id')
  const { filesLeft } = await purgeImages(context.services.site, context.actor, context.user.id, ids)
  return goTo(context, returnPath(context.form.get('return') ?? '/images/deleted'), {
    name: filesLeft === 0 ? 'imagesPurged' : 'imagesPurgedLater',
    about: String(ids.length),
  })
}

async function addToAlbum(context: SignedInContext): Promise<Response> {
  const into = await albumIn(context, 'into')
  await moveImages(context.services.site, context.actor, { ids: idsOf(context), into, outOf: null })
  return goTo(context, backOf(context), { name: 'imagesAdded', about: into.name })
}

async function moveToAlbum(context: SignedInContext): Promise<Response> {
  const [into, outOf] = [await albumIn(context, 'into'), await albumIn(context, 'outOf')]
  await moveImages(context.services.site, context.actor, { ids: idsOf(context), into, outOf })
  return goTo(context, backOf(context), { name: 'imagesMoved', about: into.name })
}

async function takeOutOfAlbum(context: SignedInContext): Promise<Response> {
  const outOf = await albumIn(context, 'outOf')
  await moveImages(context.services.site, context.actor, { ids: idsOf(context), into: null, outOf })
  return goTo(context, backOf(context), { name: 'imagesTakenOut', about: outOf.name })
}

const idsOf = ({ form }: SignedInContext): string[] => form.getAll('id')

const backOf = ({ form }: SignedInContext): string => returnPath(form.get('return') ?? '/images')

/** The own album that a field of the form names. @throws {Failure} NOT_FOUND */
function albumIn({ services, user, form }: SignedInContext, field: 'into' | 'outOf'): Promise<Album> {
  return findOwnAlbum(services.site, user.id, form.get(field) ?? '')
}
