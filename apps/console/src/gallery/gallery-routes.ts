import { deleteImages, findOwnAlbum, moveImages, purgeImages, restoreImages } from '@pictoglyph/core'
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
  action('/images/move', { run: move, onRefused: rerenderForm(showGallery, '/images') }),
  page('/images/:id', showImage),
  action('/images/:id', {
    run: describe,
    onRefused: (context) => showImage({ ...context, page: addressOf(context) }),
  }),
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

async function move(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const { form, user } = context
  const [intoId, outOfId] = [form.get('into') ?? '', form.get('outOf') ?? '']
  const into = intoId === '' ? null : await findOwnAlbum(site, user.id, intoId)
  const outOf = outOfId === '' ? null : await findOwnAlbum(site, user.id, outOfId)
  await moveImages(site, context.actor, { ids: form.getAll('id'), into, outOf })
  const back = returnPath(form.get('return') ?? '/images')
  return into === null
    ? goTo(context, back, { name: 'imagesTakenOut', about: outOf?.name ?? '' })
    : goTo(context, back, { name: 'imagesMoved', about: into.name })
}
