import { extensionOf, type Image, isRaster, message, notFound, type SitePorts } from '@pictoglyph/core'
import type { Handler, RequestContext } from '@pictoglyph/http'
import type { ImagesServiceOptions } from '../options.ts'
import type { DirectLink, LinkCache } from './link-cache.ts'
import { fileHeaders, serveFile } from './serve-file.ts'

const idShape = /^[0-9A-Za-z]{14}$/

/** Where a redirect leads can be gone after a deletion, so that it is asked for again soon. */
const redirectSeconds = 60

/**
 * `GET /i/{id}.{ext}`: the stored bytes, or the way to them where the store has a public address. The database
 * says whether the image exists, so that a deleted one is gone at once from here; the bytes under an id never
 * change, so that caches may show them for five minutes before they ask again.
 */
export function createDirectLinkHandler({
  site,
  links,
  events,
}: Pick<ImagesServiceOptions, 'site' | 'events'> & { links: LinkCache }): Handler {
  return async (context) => {
    const link = await findLink(links, context.param('name'))
    const { file } = link.image
    // From there an SVG would come without the headers that keep its scripts from running.
    const location = isRaster(file) ? site.blobs.redirect?.(file.address) : undefined
    if (location !== undefined) return leadTo(location)
    const answer = await serveFile(site.blobs, context, link.served, () => links.open(link))
    events?.served({ status: answer.status, sizeBytes: bytesSent(context, answer) })
    return answer
  }
}

/** Not by the answer's body: to look at it makes a stream of the file, and Bun no longer sends it by itself. */
function bytesSent({ request }: RequestContext, { headers }: Response): number {
  return request.method === 'HEAD' ? 0 : Number(headers.get('content-length'))
}

function leadTo(location: string): Response {
  const headers = {
    Location: location,
    'Cache-Control': `public, max-age=${redirectSeconds}`,
    ...fileHeaders,
  }
  return new Response(null, { status: 302, headers })
}

async function findLink(links: LinkCache, name: string): Promise<DirectLink> {
  const dot = name.indexOf('.')
  const id = dot < 0 ? name : name.slice(0, dot)
  if (!idShape.test(id)) throw notFound(message('The image'))
  const link = await links.find(id)
  if (dot >= 0 && name.slice(dot + 1) !== extensionOf[link.image.file.type]) {
    throw notFound(message('The image'))
  }
  return link
}

/** A live image. @throws {Failure} NOT_FOUND, for what is no id too */
export async function findLiveImage(site: Pick<SitePorts, 'database'>, id: string): Promise<Image> {
  const image = idShape.test(id) ? await site.database.images.byId(id) : undefined
  if (image === undefined) throw notFound(message('The image'))
  return image
}
