import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import type { SitePorts } from '@pictoglyph/site/site-ports'

/** Shows images under their direct links, as the images service does; the image itself stands for its renditions. */
export function serveImages({ database, blobs }: Pick<SitePorts, 'database' | 'blobs'>): {
  url: string
  stop(): Promise<void>
} {
  const server = Bun.serve({
    hostname: 'localhost',
    port: 0,
    async fetch(request) {
      const id = /^\/i\/([0-9A-Za-z]+)[./]/.exec(new URL(request.url).pathname)?.[1]
      const image = id === undefined ? undefined : await database.images.byId(id)
      if (image === undefined) return new Response(null, { status: 404 })
      const location = blobs.redirect?.(image.file.address)
      if (location !== undefined) return Response.redirect(location)
      const { body } = await blobs.open(image.file.address)
      return new Response(body, {
        headers: { 'Content-Type': image.file.type, 'Cross-Origin-Resource-Policy': 'cross-origin' },
      })
    },
  })
  return { url: server.url.href.replace(/\/$/, ''), stop: () => server.stop(true) }
}

/** The same store with a public service of its own, to which direct links lead. */
export function withPublicService(blobs: BlobStore): { blobs: BlobStore; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { body } = await blobs.open(new URL(request.url).pathname.slice(1))
      return new Response(body, { headers: { 'Content-Type': 'image/png' } })
    },
  })
  const redirect = (address: string) => server.url.href + address
  return { blobs: { ...blobs, redirect }, stop: () => server.stop(true) }
}
