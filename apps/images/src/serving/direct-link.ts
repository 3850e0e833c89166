import { extensionOf, type Image, isRaster, message, notFound, type SitePorts } from '@pictoglyph/core'
import type { Handler, RequestContext } from '@pictoglyph/http'
import type { ImagesServiceOptions } from '../options.ts'
import { type FileSource, fileHeaders, type ServedFile, servedFile, serveFile } from './serve-file.ts'

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
  hotFiles,
  events,
}: Pick<ImagesServiceOptions, 'site' | 'events'> & FileSource): Handler {
  /** For as long as the database gives the same record, which it does for an image that is much asked for. */
  const servedImages = new WeakMap<Image, ServedFile>()

  function served(image: Image): ServedFile {
    const known = servedImages.get(image)
    if (known !== undefined) return known
    const made = servedFile(image.file, { createdAtMs: image.createdAtMs, name: image.id })
    servedImages.set(image, made)
    return made
  }

  return async (context) => {
    const image = await findImage(site, context.param('name'))
    // From there an SVG would come without the headers that keep its scripts from running.
    const location = isRaster(image.file) ? site.blobs.redirect?.(image.file.address) : undefined
    if (location !== undefined) return leadTo(location)
    const answer = await serveFile({ site, hotFiles }, context, served(image))
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

async function findImage(site: Pick<SitePorts, 'database'>, name: string): Promise<Image> {
  const dot = name.indexOf('.')
  const id = dot < 0 ? name : name.slice(0, dot)
  const image = await findLiveImage(site, id)
  if (dot >= 0 && name.slice(dot + 1) !== extensionOf[image.file.type]) {
    throw notFound(message('The image'))
  }
  return image
}

/** A live image. @throws {Failure} NOT_FOUND, for what is no id too */
export async function findLiveImage(site: Pick<SitePorts, 'database'>, id: string): Promise<Image> {
  const image = idShape.test(id) ? await site.database.images.byId(id) : undefined
  if (image === undefined) throw notFound(message('The image'))
  return image
}
