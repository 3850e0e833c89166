import { findOwnDeletedImage } from '@pictoglyph/site/images'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image, StoredFile } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'

/** A small picture of a deleted image for its owner, to recognize it: its links no longer work. */
export async function showDeletedPicture(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  return answerSmallPicture(context, await findOwnDeletedImage(site, context.user.id, idOf(context)))
}

/** A small picture from the console's own address, where SVG is not displayed. @throws {Failure} NOT_FOUND */
export async function answerSmallPicture(context: SignedInContext, image: Image): Promise<Response> {
  const { site } = context.services
  if (!isRaster(image.file)) throw notFound(message('The image "{id}"', { id: image.id }))
  const file = await smallFileOf(context, image)
  const { body } = await site.blobs.open(file.address, { sizeBytes: file.sizeBytes })
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.sizeBytes),
      'Cache-Control': 'private, max-age=300',
    },
  })
}

/** The thumbnail, or else the image itself: a slow picture is better than none. */
async function smallFileOf({ services }: SignedInContext, image: Image): Promise<StoredFile> {
  return (await services.renditions?.find(image, 'thumbnail', ['webp'])) ?? image.file
}
