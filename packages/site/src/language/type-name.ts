import { type MediaType, shortTypeName } from '@pictoglyph/media/media-type'

/** The name of an image type for people. */
export const typeName = (type: MediaType): string =>
  type === 'image/webp' ? 'WebP' : shortTypeName(type).toUpperCase()
