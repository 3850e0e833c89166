import {
  type Album,
  addAlbum,
  arrangeAlbums,
  findOwnAlbum,
  removeAlbum,
  renameAlbum,
  restoreAlbum,
  setAlbumPublic,
  shifted,
} from '@pictoglyph/core'
import { act, type ConsoleRoute, page } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { choiceIn, isOn } from '../visit/choice-in.ts'
import { idOf } from '../visit/id-of.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showAlbums } from './albums-page.tsx'

export const albumRoutes: ConsoleRoute[] = [
  page('/albums', showAlbums),
  act('/albums', { perform: add, again: showAlbums }),
  act('/albums/restore', { perform: restore, again: showAlbums }),
  act('/albums/:id/name', { perform: rename, again: showAlbums }),
  act('/albums/:id/place', { perform: place, again: showAlbums }),
  act('/albums/:id/public', { perform: publish, again: showAlbums }),
  act('/albums/:id/delete', { perform: remove, again: showAlbums }),
]

async function add(visit: MemberVisit): Promise<Response> {
  const name = visit.form.get('name') ?? ''
  const album = await addAlbum(visit.services.site, visit.actor, visit.user.id, name)
  return goTo(visit, '/albums', { name: 'albumAdded', about: album.name })
}

async function rename(visit: MemberVisit): Promise<Response> {
  const album = await ownAlbum(visit)
  await renameAlbum(visit.services.site, visit.actor, album, visit.form.get('name') ?? '')
  return goTo(visit, '/albums', { name: 'saved', about: '' })
}

async function place(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const album = await ownAlbum(visit)
  const ids = (await site.database.albums.list(visit.user.id)).map(({ id }) => id)
  const by = choiceIn(visit.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
  await arrangeAlbums(site, visit.actor, visit.user.id, shifted(ids, album.id, by))
  return goTo(visit, `/albums#at-${album.id}`)
}

async function publish(visit: MemberVisit): Promise<Response> {
  const album = await ownAlbum(visit)
  const isPublic = isOn(visit.form, 'public')
  await setAlbumPublic(visit.services.site, visit.actor, album, isPublic)
  return goTo(visit, '/albums', { name: isPublic ? 'albumPublished' : 'albumHidden', about: album.name })
}

async function remove(visit: MemberVisit): Promise<Response> {
  const album = await ownAlbum(visit)
  await removeAlbum(visit.services.site, visit.actor, album)
  const undo = { path: '/albums/restore' as const, fields: [['id', album.id] as [string, string]] }
  return goTo(visit, '/albums', { name: 'albumDeleted', about: album.name, undo })
}

async function restore(visit: MemberVisit): Promise<Response> {
  const id = visit.form.get('id') ?? ''
  const album = await restoreAlbum(visit.services.site, visit.actor, visit.user.id, id)
  return goTo(visit, '/albums', { name: 'albumRestored', about: album.name })
}

function ownAlbum(visit: MemberVisit): Promise<Album> {
  return findOwnAlbum(visit.services.site, visit.user.id, idOf(visit))
}
