/**
 * The image formats that hold pixels, which renditions can be made from, as the media types that they are served with.
 */
export const rasterTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const

/** One of them. */
export type RasterType = (typeof rasterTypes)[number]

/** All image formats this package reads. What an SVG shows is drawn again at any size. */
export const mediaTypes = [...rasterTypes, 'image/svg+xml'] as const

/** One of the image formats. */
export type MediaType = (typeof mediaTypes)[number]

/** Its common name: `jpeg`, `svg`. */
export function shortTypeName(type: MediaType): string {
  return type.slice('image/'.length).replace('+xml', '')
}
