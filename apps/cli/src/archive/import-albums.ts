import { addFilledAlbum } from '@pictoglyph/site/albums'
import type { AlbumEntry } from '@pictoglyph/site/albums/album-manifest'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { maxImagesAtOnce, moveImages } from '@pictoglyph/site/images'
import { Failure } from '@pictoglyph/site/language/failure'
import type { Album, User } from '@pictoglyph/site/language/records'
import { nameKey } from '@pictoglyph/site/language/text-field'
import type { Redirect } from 'pictoglyph-client/rehost/redirects'
import { endsAll, type ImportPorts } from './import-images.ts'
import { redirectsOf } from './redirect-map.ts'

/** An album that an import fills, with its entry in the manifest. */
interface FilledAlbum {
  name: string
  entry: AlbumEntry | undefined
  /** Image ids by the paths of the pictures. */
  images: Map<string, string>
}

/**
 * Collects the albums' pictures during an import and saves all of them in the end: a new album appears complete, with
 * its words, cover, order and public page. An existing album only gets missing pictures, so that a second run changes
 * nothing.
 */
export function createAlbumFilling(site: ImportPorts, user: User, entries: readonly AlbumEntry[]) {
  const albums = new Map<string, FilledAlbum>()
  function albumOf(name: string, entry?: AlbumEntry): FilledAlbum {
    const key = nameKey(name)
    const album = albums.get(key) ?? { name, entry, images: new Map() }
    albums.set(key, album)
    return album
  }
  for (const entry of entries) albumOf(entry.name, entry)

  return {
    put(names: readonly string[], path: string, imageId: string): void {
      for (const name of names) albumOf(name).images.set(path, imageId)
    },
    /** @param refuse called for each album that can't be created or filled @returns redirects of the albums' pages */
    async fill(refuse: (album: string, failure: Failure) => void): Promise<Redirect[]> {
      const known = new Map<string, Album>()
      for (const album of await site.database.albums.list(user.id)) known.set(nameKey(album.name), album)
      const moves: Redirect[] = []
      for (const [key, filled] of albums) {
        try {
          const album = await fillAlbum(site, user, filled, known.get(key))
          moves.push(...movesOf(site, filled, album))
        } catch (error) {
          if (!(error instanceof Failure) || endsAll(error)) throw error
          refuse(filled.name, error)
        }
      }
      return moves
    },
  }
}

async function fillAlbum(
  site: ImportPorts,
  user: User,
  { name, entry, images }: FilledAlbum,
  known: Album | undefined,
): Promise<Album> {
  if (known === undefined) {
    const idOf = (path: string) => images.get(path)
    const imageIds = [...(entry?.order?.flatMap((path) => idOf(path) ?? []) ?? []), ...images.values()]
    return await addFilledAlbum(site, commandActor, user.id, {
      name,
      description: entry?.description ?? '',
      coverImageId: (entry?.cover && idOf(entry.cover)) || null,
      isArranged: Boolean(entry?.order),
      isPublic: Boolean(entry?.page),
      hasRandomLink: entry?.random ?? false,
      imageIds: [...new Set(imageIds)],
    })
  }
  const ids = [...new Set(images.values())]
  for (let from = 0; from < ids.length; from += maxImagesAtOnce) {
    const part = ids.slice(from, from + maxImagesAtOnce)
    await moveImages(site, commandActor, { ids: part, into: known, outOf: null })
  }
  return known
}

function movesOf(
  { links }: ImportPorts,
  { entry }: FilledAlbum,
  { publicToken, hasRandomLink }: Album,
): Redirect[] {
  if (!entry?.page || publicToken === null) return []
  return redirectsOf([
    [entry.page, links.album(publicToken)],
    [hasRandomLink && entry.random ? `${entry.page}/random` : undefined, links.randomImage(publicToken)],
  ])
}
