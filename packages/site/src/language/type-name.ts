import { type MediaType, shortTypeName } from '@pictoglyph/media/media-type'

/** A type of image as people write it. */
export const typeName = (type: MediaType): string =>
  type === 'image/webp' ? 'WebP' : shortTypeName(type).toUpperCase()
