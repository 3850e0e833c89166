import { findLink, message, notFound } from '@pictoglyph/core'
import type { Handler } from '@pictoglyph/http'
import type { ImagesServiceOptions } from '../options.ts'
import { cacheControl, fileHeaders, namesTag } from './serve-file.ts'

/** The target of a link may change, so it may be cached only briefly. */
const cachedSeconds = 30

/** `GET /l/{name}`: a redirect to the image that a link leads to now; 404 if the link was ended or the image is gone. */
export function createNamedLinkHandler({ site }: Pick<ImagesServiceOptions, 'site'>): Handler {
  return async (context) => {
    const { imageId, endedAtMs } = await findLink(site, context.param('name'))
    const image = endedAtMs === null ? await site.database.images.byId(imageId) : undefined
    if (image === undefined) throw notFound(message('The image'))
    const etag = `"${image.id}"`
    const headers = {
      'Cache-Control': cacheControl(cachedSeconds, image, site.clock()),
      ETag: etag,
      ...fileHeaders,
    }
    const known = context.header('if-none-match')
    if (known !== null && namesTag(known, etag)) {
      return new Response(null, { status: 304, headers })
    }
    return new Response(null, { status: 302, headers: { Location: site.links.direct(image), ...headers } })
  }
}
