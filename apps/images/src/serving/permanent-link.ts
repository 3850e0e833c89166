import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { findLink } from '@pictoglyph/site/links'
import { leadTo } from '@pictoglyph/web/redirect'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import { cacheControl, fileHeaders } from './serve-file.ts'

/** Short, because the target of a link may change. */
const cachedSeconds = 30

/** Creates the handler of `GET /l/{name}`: a redirect to the link's image; 404 if either is gone. */
export function createPermanentLinkHandler({ site }: Pick<ImagesServiceOptions, 'site'>): Handler {
  return async (context) => {
    const { imageId, endedAtMs } = await findLink(site, context.param('name'))
    const image = endedAtMs === null ? await site.database.images.byId(imageId) : undefined
    if (image === undefined) throw notFound(message('The image'))
    return leadTo(site.links.direct(image), {
      'Cache-Control': cacheControl(cachedSeconds, image, site.clock()),
      ...fileHeaders,
    })
  }
}
