import { extensionOf } from '@pictoglyph/site/images/image-addresses'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { leadTo } from '@pictoglyph/web/redirect'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import type { LinkCache } from './link-cache.ts'
import { fileHeaders, type ServedFile, servedFile, serveFile } from './serve-file.ts'

const idShape = /^[0-9A-Za-z]{14}$/

/** Short, because a deletion removes the redirect's target. */
const redirectCacheControl = 'public, max-age=60'

/**
 * Creates the handler of `GET /i/{id}.{ext}`: the stored bytes, or a redirect to them if the store has a public
 * address. The database decides whether the image exists, so a deleted image is gone at once. The bytes under an id
 * never change, so caches may use them for five minutes before they ask again.
 */
export function createDirectLinkHandler({
  site,
  links,
  events,
}: Pick<ImagesServiceOptions, 'site' | 'events'> & { links: LinkCache }): Handler {
  return async (context) => {
    const { id, ending } = readName(context.param('name'))
    const served = await links.find(id, () => look(id))
    if (served === undefined || (ending !== undefined && ending !== extensionOf[served.file.type])) {
      throw notFound(message('The image'))
    }
    const { file } = served
    // The store would serve an SVG without the headers that keep its scripts from running, and an expired image for
    // ever.
    const isLeftToStore = isRaster(file) && served.expiresAtMs === null
    const location = isLeftToStore ? site.blobs.redirect?.(file.address) : undefined
    if (location !== undefined) {
      return leadTo(location, { 'Cache-Control': redirectCacheControl, ...fileHeaders })
    }
    const answer = await serveFile(site, context, served, () => links.open(id, served))
    events?.served({ status: answer.status, sizeBytes: bytesSent(context, answer) })
    return answer
  }

  async function look(id: string): Promise<ServedFile | undefined> {
    const image = idShape.test(id) ? await site.database.images.byId(id) : undefined
    return image && servedFile(image.file, { ...image, name: image.id })
  }
}

/** Does not use the answer's body, because that would create a stream. Bun then no longer sends the file by itself. */
function bytesSent({ request }: RequestContext, { headers }: Response): number {
  return request.method === 'HEAD' ? 0 : Number(headers.get('content-length'))
}

function readName(name: string): { id: string; ending?: string } {
  const dot = name.indexOf('.')
  return dot < 0 ? { id: name } : { id: name.slice(0, dot), ending: name.slice(dot + 1) }
}

/** Finds a live image. @throws {Failure} NOT_FOUND, also for an invalid id */
export async function findLiveImage(site: Pick<SitePorts, 'database'>, id: string): Promise<Image> {
  const image = idShape.test(id) ? await site.database.images.byId(id) : undefined
  if (image === undefined) throw notFound(message('The image'))
  return image
}
