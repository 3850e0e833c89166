import { drawImage, findPublicAlbum } from '@pictoglyph/site/albums'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { leadTo } from '@pictoglyph/web/redirect'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import { readSize } from './rendition-link.ts'
import { fileHeaders } from './serve-file.ts'

/** Creates the handler of `GET /a/{token}/random`: a redirect to an image of an album that has this address. */
export function createRandomImageHandler({ site }: Pick<ImagesServiceOptions, 'site'>): Handler {
  return async (context) => {
    const album = await findPublicAlbum(site, context.param('token'))
    if (!album?.hasRandomLink) throw notFound(message('This address'))
    const asked = context.target.searchParams.get('size')
    const size = asked === null ? undefined : readSize(asked)
    const image = await drawImage(site, album)
    if (image === undefined) throw notFound(message('The image'))
    const address = size === undefined ? site.links.direct(image) : site.links.rendition(image, size)
    return leadTo(address, { 'Cache-Control': 'no-store', ...fileHeaders })
  }
}
