import { findLink, message, notFound } from '@pictoglyph/core'
import type { Handler } from '@pictoglyph/http'
import type { ImagesServiceOptions } from '../options.ts'
import { cacheControl, fileHeaders } from './serve-file.ts'

/** What a link leads to may change, so that it is asked for again soon. */
const cachedSeconds = 30

/** `GET /l/{name}`: the way to the image that a link leads to now. Where that is gone or the link ended, it is 404. */
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
    const known = context.header('if-none-match')?.split(',') ?? []
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
      return new Response(null, { status: 304, headers })
    }
    return new Response(null, { status: 302, headers: { Location: site.links.direct(image), ...headers } })
  }
}
