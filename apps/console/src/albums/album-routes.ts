import {
  addAlbum,
  arrangeAlbums,
  clearAlbumOrder,
  describeAlbum,
  findOwnAlbum,
  removeAlbum,
  restoreAlbum,
  setAlbumPublic,
  setAlbumRandomLink,
} from '@pictoglyph/site/albums'
import { movedBefore, movedByOne } from '@pictoglyph/site/language/ordering'
import type { Album } from '@pictoglyph/site/language/records'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf, returnPath } from '../context/page-address.ts'
import { choiceIn, isOn } from '../context/submitted-form.ts'
import { changedFields } from '../parts/shown-values.ts'
import { action, type ConsoleRoute, page } from '../routing/route.ts'
import { showAlbums } from './albums-page.tsx'
import { shownAlbum } from './edit-album.tsx'

export const albumRoutes: ConsoleRoute[] = [
  page('/albums', showAlbums),
  action('/albums', { run: add, onRefused: showAlbums }),
  action('/albums/restore', { run: restore, onRefused: showAlbums }),
  action('/albums/order', { run: arrange, onRefused: showAlbums }),
  action('/albums/:id/name', { run: describe, onRefused: showAlbums }),
  action('/albums/:id/place', { run: place, onRefused: showAlbums }),
  action('/albums/:id/public', { run: publish, onRefused: showAlbums }),
  action('/albums/:id/random', { run: offerRandom, onRefused: showAlbums }),
  action('/albums/:id/delete', { run: remove, onRefused: showAlbums }),
]

async function add(context: SignedInContext): Promise<Response> {
  const name = context.form.get('name') ?? ''
  const album = await addAlbum(context.services.site, context.actor, context.user.id, name)
  return goTo(context, '/albums', { name: 'albumAdded', about: album.name })
}

async function describe(context: SignedInContext): Promise<Response> {
  const { services, actor, form } = context
  const album = await ownAlbum(context)
  const changed = Object.fromEntries(await changedFields(context, shownAlbum(album)))
  await describeAlbum(services.site, actor, album, { name: album.name, ...changed })
  if (form.get('newestFirst') === 'on') await clearAlbumOrder(services.site, actor, album)
  return goTo(context, returnPath(form.get('return') ?? '/albums'), { name: 'saved', about: '' })
}

async function place(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const album = await ownAlbum(context)
  const ids = (await site.database.albums.list(context.user.id)).map(({ id }) => id)
  const by = choiceIn(context.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
  await arrangeAlbums(site, context.actor, context.user.id, movedByOne(ids, album.id, by))
  return goTo(context, `/albums#at-${album.id}`)
}

/** Moves a dragged album before another one, or to the end. */
async function arrange(context: SignedInContext): Promise<Response> {
  const { services, actor, user, form } = context
  const { site } = services
  const { id } = await findOwnAlbum(site, user.id, form.get('id') ?? '')
  const ids = (await site.database.albums.list(user.id)).map((album) => album.id)
  await arrangeAlbums(site, actor, user.id, movedBefore(ids, id, form.get('before') ?? ''))
  return goTo(context, '/albums')
}

async function publish(context: SignedInContext): Promise<Response> {
  const album = await ownAlbum(context)
  const isPublic = isOn(context.form, 'public')
  await setAlbumPublic(context.services.site, context.actor, album, isPublic)
  return goTo(context, backFrom(context, album), {
    name: isPublic ? 'albumPublished' : 'albumHidden',
    about: album.name,
  })
}

async function offerRandom(context: SignedInContext): Promise<Response> {
  const album = await ownAlbum(context)
  const isOffered = isOn(context.form, 'random')
  await setAlbumRandomLink(context.services.site, context.actor, album, isOffered)
  return goTo(context, backFrom(context, album), {
    name: isOffered ? 'randomOffered' : 'randomEnded',
    about: album.name,
  })
}

/** The page of the share form, the list or the album, with the panel open. */
const backFrom = ({ form }: SignedInContext, { id }: Album): string =>
  `${returnPath(form.get('return') ?? '/albums')}#share-${id}`

async function remove(context: SignedInContext): Promise<Response> {
  const album = await ownAlbum(context)
  await removeAlbum(context.services.site, context.actor, album)
  const undo = { path: '/albums/restore' as const, fields: [['id', album.id] as [string, string]] }
  return goTo(context, '/albums', { name: 'albumDeleted', about: album.name, undo })
}

async function restore(context: SignedInContext): Promise<Response> {
  const id = context.form.get('id') ?? ''
  const album = await restoreAlbum(context.services.site, context.actor, context.user.id, id)
  return goTo(context, '/albums', { name: 'albumRestored', about: album.name })
}

function ownAlbum(context: SignedInContext): Promise<Album> {
  return findOwnAlbum(context.services.site, context.user.id, idOf(context))
}
