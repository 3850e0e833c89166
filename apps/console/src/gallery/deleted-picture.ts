import {
  findOwnDeletedImage,
  type Image,
  isRaster,
  notFound,
  type StoredFile,
  sentence,
} from '@pictoglyph/core'
import { idOf } from '../visit/id-of.ts'
import type { MemberVisit } from '../visit/visit.ts'

/**
 * A deleted image, small, for its owner: its links are dead, and who brings images back is to see which. An SVG is
 * shown nowhere on the console's own address.
 */
export async function showDeletedPicture(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const image = await findOwnDeletedImage(site, visit.user.id, idOf(visit))
  if (!isRaster(image.file)) throw notFound(sentence('The image "{id}"', { id: image.id }))
  const file = await smallFileOf(visit, image)
  const { body } = await site.blobs.open(file.address, { sizeBytes: file.sizeBytes })
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.sizeBytes),
      'Cache-Control': 'private, max-age=300',
    },
  })
}

/** A picture that loads slowly is better than none. */
async function smallFileOf({ services }: MemberVisit, image: Image): Promise<StoredFile> {
  return (await services.renditions?.find(image, 'thumbnail', ['webp'])) ?? image.file
}
