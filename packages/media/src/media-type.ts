/** The image formats this package reads, as the media type they are served with. */
export const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const

/** One of the image formats. */
export type MediaType = (typeof mediaTypes)[number]

/** What people call it: `jpeg`, `svg`. */
export function shortTypeName(type: MediaType): string {
  return type.slice('image/'.length).replace('+xml', '')
}

/** One that holds pixels. What an SVG shows is drawn anew at any size. */
export type RasterType = Exclude<MediaType, 'image/svg+xml'>
