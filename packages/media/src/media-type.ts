/** Media types of image formats that hold pixels. Only these can have renditions. */
export const rasterTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const

/** One of {@link rasterTypes}. */
export type RasterType = (typeof rasterTypes)[number]

/** Media types of all image formats that this package reads. An SVG can be drawn at any size. */
export const mediaTypes = [...rasterTypes, 'image/svg+xml'] as const

/** One of {@link mediaTypes}. */
export type MediaType = (typeof mediaTypes)[number]

/** The common name, such as `jpeg` or `svg`. */
export function shortTypeName(type: MediaType): string {
  return type.slice('image/'.length).replace('+xml', '')
}
