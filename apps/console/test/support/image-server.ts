import type { SitePorts } from '@pictoglyph/core'

/** Shows images under their direct links, as the images face does; the image itself stands for its renditions. */
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
      const { body } = await blobs.open(image.file.address)
      return new Response(body, {
        headers: { 'Content-Type': image.file.type, 'Cross-Origin-Resource-Policy': 'cross-origin' },
      })
    },
  })
  return { url: server.url.href.replace(/\/$/, ''), stop: () => server.stop(true) }
}
