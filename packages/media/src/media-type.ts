/** The image formats this package reads, as the media type they are served with. */
export const mediaTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const

/** One of the five image formats. */
export type MediaType = (typeof mediaTypes)[number]
