import { deleteImages, findOwnAlbum, moveImages, purgeImages, restoreImages } from '@pictoglyph/core'
import { asItWas } from '../routing/as-it-was.ts'
import { act, type ConsoleRoute, openPage, page } from '../routing/route.ts'
import { addressOf } from '../visit/address-of.ts'
import { goTo } from '../visit/answers.ts'
import { returnPath } from '../visit/return-path.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showDeleted } from './deleted-page.tsx'
import { showDeletedPicture } from './deleted-picture.ts'
import { showGallery } from './gallery-page.tsx'
import { describe, showImage } from './image-page.tsx'

export const galleryRoutes: ConsoleRoute[] = [
  openPage('/', (visit) => goTo(visit, visit.signedIn === undefined ? '/sign-in' : '/images')),
  page('/images', showGallery),
  page('/images/deleted', showDeleted),
  page('/images/deleted/:id', showDeletedPicture),
  act('/images/delete', { perform: remove, again: asItWas(showGallery, '/images') }),
  act('/images/restore', { perform: restore, again: asItWas(showDeleted, '/images/deleted') }),
  act('/images/purge', { perform: purge, again: asItWas(showDeleted, '/images/deleted') }),
  act('/images/move', { perform: move, again: asItWas(showGallery, '/images') }),
  page('/images/:id', showImage),
  act('/images/:id', {
    perform: describe,
    again: (visit) => showImage({ ...visit, page: addressOf(visit) }),
  }),
]

async function remove(visit: MemberVisit): Promise<Response> {
  const ids = visit.form.getAll('id')
  await deleteImages(visit.services.site, visit.actor, visit.user.id, ids)
  return goTo(visit, returnPath(visit.form.get('return') ?? '/images'), {
    name: 'imagesDeleted',
    about: String(ids.length),
    undo: { path: '/images/restore', fields: ids.map((id) => ['id', id]) },
  })
}

async function restore(visit: MemberVisit): Promise<Response> {
  const ids = visit.form.getAll('id')
  const restored = await restoreImages(visit.services.site, visit.actor, visit.user.id, ids)
  const left = ids.length - restored.length
  const back = returnPath(visit.form.get('return') ?? '/images')
  return left === 0
    ? goTo(visit, back, { name: 'imagesRestored', about: String(restored.length) })
    : goTo(visit, back, { name: 'imagesUploadedAnew', about: String(left) })
}

async function purge(visit: MemberVisit): Promise<Response> {
  const ids = visit.form.getAll('id')
  const { filesLeft } = await purgeImages(visit.services.site, visit.actor, visit.user.id, ids)
  return goTo(visit, returnPath(visit.form.get('return') ?? '/images/deleted'), {
    name: filesLeft === 0 ? 'imagesPurged' : 'imagesPurgedLater',
    about: String(ids.length),
  })
}

async function move(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const { form, user } = visit
  const [intoId, outOfId] = [form.get('into') ?? '', form.get('outOf') ?? '']
  const into = intoId === '' ? null : await findOwnAlbum(site, user.id, intoId)
  const outOf = outOfId === '' ? null : await findOwnAlbum(site, user.id, outOfId)
  await moveImages(site, visit.actor, { ids: form.getAll('id'), into, outOf })
  const back = returnPath(form.get('return') ?? '/images')
  return into === null
    ? goTo(visit, back, { name: 'imagesTakenOut', about: outOf?.name ?? '' })
    : goTo(visit, back, { name: 'imagesMoved', about: into.name })
}
