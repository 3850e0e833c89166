import { findPublicAlbum } from '@pictoglyph/site/albums'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import type { Policy } from '@pictoglyph/site/policy'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { type BrowserScript, buildBrowserScript } from '@pictoglyph/web/page/browser-script'
import { createKeptPage } from '@pictoglyph/web/page/kept-page'
import { pictureOrigins } from '@pictoglyph/web/page/picture-origins'
import { readPreferences } from '@pictoglyph/web/page/preferences'
import { relativeAddress } from '@pictoglyph/web/page/relative-address'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler, Route } from '@pictoglyph/web/service'
import { createGuestLinkHandler, guestLinkPath } from '../guests/guest-link.ts'
import { guestPage, guestPath } from '../guests/guest-page.tsx'
import type { ImagesServiceOptions } from '../options.ts'
import { findLiveImage } from '../serving/direct-link.ts'
import { albumPage, maxCountedImages } from './album-page.tsx'
import { type AlbumContext, detailPage } from './detail-page.tsx'
import { landingPage } from './landing-page.tsx'

const imagesPerPage = 60

/** Dependencies of every page. */
interface Pages extends Pick<ImagesServiceOptions, 'site' | 'renditions' | 'neighbours'> {
  script: BrowserScript
  viewerScript: BrowserScript
  pictureOrigins: readonly string[]
}

/**
 * Routes of the pages for people: `/`, `/p/{id}` of an image, `/a/{token}` of an album with a public link, and
 * `/drop` for guests' uploads.
 */
export async function pageRoutes(
  options: Pick<
    ImagesServiceOptions,
    'site' | 'baseUrl' | 'renditions' | 'neighbours' | 'keyGate' | 'security'
  >,
): Promise<Route[]> {
  const script = await buildBrowserScript(`${import.meta.dir}/browser/detail-page.ts`, '/assets')
  const viewerScript = await buildBrowserScript(`${import.meta.dir}/browser/album-page.ts`, '/assets')
  const guestScript = await buildBrowserScript(
    `${import.meta.dir}/../guests/browser/guest-page.ts`,
    '/assets',
  )
  const origins = pictureOrigins(options.baseUrl, options.site.blobs)
  const pages: Pages = { ...options, script, viewerScript, pictureOrigins: origins }
  return [
    script.route,
    viewerScript.route,
    guestScript.route,
    { path: guestPath, methods: { GET: guests(pages, guestScript) } },
    { path: guestLinkPath, methods: { GET: createGuestLinkHandler(options) } },
    { path: '/', methods: { GET: landing(pages, options.baseUrl) } },
    { path: '/p/:id', methods: { GET: (context) => answerDetail(pages, context) } },
    { path: '/a/:token', methods: { GET: (context) => answerAlbum(pages, context) } },
  ]
}

function landing({ site, neighbours, pictureOrigins }: Pages, baseUrl: string): Handler {
  const page = createKeptPage('/', (preferences, policy: Policy, logo: string | undefined) =>
    landingPage({ preferences, baseUrl, neighbours, policy, logo, logoOrigins: pictureOrigins }),
  )
  return async (context) => {
    const { policy } = site.snapshot()
    const id = policy['site.logo']
    const logo = id === '' ? undefined : await site.database.images.byId(id)
    return page(context, policy, logo && site.links.rendition(logo, 'medium'))
  }
}

async function answerDetail(
  { site, renditions, script, pictureOrigins, neighbours }: Pages,
  context: RequestContext,
) {
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
    reportAddress: reportAddress(site.snapshot().policy, neighbours.console, image.id),
  })
}

function guests({ site }: Pages, { path }: BrowserScript): Handler {
  const script = relativeAddress(guestPath, path)
  const page = createKeptPage(guestPath, (preferences, policy: Policy) =>
    guestPage({ policy, preferences, script }),
  )
  return (context) => page(context, site.snapshot().policy)
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
  const [page, total = 0, covers] = await Promise.all([
    site.database.images.list(query),
    site.database.images.count(query, maxCountedImages + 1),
    site.database.albums.covers([album.id]),
  ])
  return albumPage({
    album,
    cover: covers.get(album.id),
    imageAddress: (image) => addressInAlbum(image.id, { token, after }),
    images: page.items,
    total,
    placeholders: (await renditions?.placeholders(page.items)) ?? new Map(),
    script: relativeAddress('/a/:token', viewerScript.path),
    firstAddress: after === null ? null : token,
    nextAddress: page.next === null ? null : `?after=${encodeURIComponent(page.next)}`,
    links: site.links,
    preferences: readPreferences(context),
    pictureOrigins,
  })
}

/** The address of an image's page within an album, relative to its neighbours or the album. */
function addressInAlbum(id: string, { token, after }: { token: string; after: string | null }): string {
  const query = new URLSearchParams({ album: token, ...(after !== null && { after }) })
  return relativeAddress('/a/:token', `/p/${id}?${query}`)
}

/** The public album that a visitor comes from, with links to it and to the images before and after. */
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

/**
 * Where visitors report an image: the console's form while the policy `site.reports` is on, otherwise the contact in
 * `site.abuse`, if any.
 */
function reportAddress(
  policy: Pick<Policy, 'site.reports' | 'site.abuse'>,
  consoleUrl: string,
  imageId: string,
): string | undefined {
  if (policy['site.reports'] === 'on') return `${withoutTrailingSlashes(consoleUrl)}/report/${imageId}`
  return policy['site.abuse'] || undefined
}
