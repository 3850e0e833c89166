import { findPublicAlbum, type Image, message, notFound, type SitePorts } from '@pictoglyph/core'
import { type RequestContext, type Route, readPreferences } from '@pictoglyph/http'
import { type BrowserScript, buildBrowserScript } from '@pictoglyph/http/page/browser-script'
import { pictureOrigins } from '@pictoglyph/http/page/picture-origins'
import { relativeAddress } from '@pictoglyph/http/page/relative-address'
import { dropPage, dropPath } from '../drop/drop-page.tsx'
import type { ImagesServiceOptions } from '../options.ts'
import { findLiveImage } from '../serving/direct-link.ts'
import { albumPage } from './album-page.tsx'
import { type AlbumContext, detailPage } from './detail-page.tsx'
import { landingPage } from './landing-page.tsx'

const imagesPerPage = 60

/** What every page needs. */
interface Pages extends Pick<ImagesServiceOptions, 'site' | 'renditions'> {
  script: BrowserScript
  viewerScript: BrowserScript
  pictureOrigins: readonly string[]
}

/**
 * The pages for people: `/`, `/p/{id}` of an image, `/a/{token}` of an album that has a public link, and `/drop`, where
 * guests upload.
 */
export async function pageRoutes(
  options: Pick<ImagesServiceOptions, 'site' | 'baseUrl' | 'renditions' | 'neighbours'>,
): Promise<Route[]> {
  const script = await buildBrowserScript(`${import.meta.dir}/browser/detail-page.ts`, '/assets')
  const viewerScript = await buildBrowserScript(`${import.meta.dir}/browser/album-page.ts`, '/assets')
  const dropScript = await buildBrowserScript(`${import.meta.dir}/../drop/browser/drop-page.ts`, '/assets')
  const origins = pictureOrigins(options.baseUrl, options.site.blobs)
  const pages: Pages = { ...options, script, viewerScript, pictureOrigins: origins }
  const { baseUrl, neighbours } = options
  return [
    script.route,
    viewerScript.route,
    dropScript.route,
    { path: dropPath, methods: { GET: (context) => answerDrop(pages, dropScript, context) } },
    { path: '/', methods: { GET: (context) => landingPage(readPreferences(context), baseUrl, neighbours) } },
    { path: '/p/:id', methods: { GET: (context) => answerDetail(pages, context) } },
    { path: '/a/:token', methods: { GET: (context) => answerAlbum(pages, context) } },
  ]
}

async function answerDetail({ site, renditions, script, pictureOrigins }: Pages, context: RequestContext) {
  const image = await findLiveImage(site, context.param('id'))
  const [placeholder, album] = await Promise.all([
    renditions?.placeholder(image),
    albumAround(site, image, context.target.searchParams),
  ])
  return detailPage({
    image,
    placeholder,
    album,
    links: site.links,
    preferences: readPreferences(context),
    script: relativeAddress('/p/:id', script.path),
    pictureOrigins,
  })
}

function answerDrop({ site }: Pages, script: BrowserScript, context: RequestContext): Response {
  return dropPage({
    policy: site.snapshot().policy,
    preferences: readPreferences(context),
    script: relativeAddress(dropPath, script.path),
  })
}

async function answerAlbum(
  { site, renditions, viewerScript, pictureOrigins }: Pages,
  context: RequestContext,
) {
  const token = context.param('token')
  const album = await findPublicAlbum(site, token)
  if (album === undefined) throw notFound(message('The album'))
  const after = context.target.searchParams.get('after')
  const sort = 'album' as const
  const query = { albumId: album.id, sort, limit: imagesPerPage, ...(after !== null && { after }) }
  const [page, covers] = await Promise.all([
    site.database.images.list(query),
    site.database.albums.covers([album.id]),
  ])
  return albumPage({
    album,
    cover: covers.get(album.id),
    imageAddress: (image) => addressInAlbum(image.id, { token, after }),
    images: page.items,
    placeholders: (await renditions?.placeholders(page.items)) ?? new Map(),
    script: relativeAddress('/a/:token', viewerScript.path),
    firstAddress: after === null ? null : token,
    nextAddress: page.next === null ? null : `?after=${encodeURIComponent(page.next)}`,
    links: site.links,
    preferences: readPreferences(context),
    pictureOrigins,
  })
}

/** An image's page that one reads out of an album, from an address next to it or next to the album's. */
function addressInAlbum(id: string, { token, after }: { token: string; after: string | null }): string {
  const query = new URLSearchParams({ album: token, ...(after !== null && { after }) })
  return relativeAddress('/a/:token', `/p/${id}?${query}`)
}

/** The public album that one comes from, with the ways back to it and to the images around this one. */
async function albumAround(
  site: Pick<SitePorts, 'database'>,
  image: Image,
  query: URLSearchParams,
): Promise<AlbumContext | undefined> {
  const token = query.get('album') ?? ''
  const album = await findPublicAlbum(site, token)
  if (album === undefined) return undefined
  const within = await site.database.albums.withImage(image.id)
  if (!within.some(({ id }) => id === album.id)) return undefined
  const after = query.get('after')
  const { previous, next } = await site.database.images.neighbours(image, {
    albumId: album.id,
    sort: 'album',
  })
  const stepTo = (id: string | undefined) => id && addressInAlbum(id, { token, after })
  const place = after === null ? '' : `?${new URLSearchParams({ after })}`
  return {
    name: album.name,
    address: relativeAddress('/p/:id', `/a/${token}${place}#at-${image.id}`),
    previous: stepTo(previous),
    next: stepTo(next),
  }
}
