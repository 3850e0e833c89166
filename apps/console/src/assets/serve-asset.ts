import type { Context } from 'hono'
import type { Asset, Assets } from './assets.ts'

/** Answers an asset by its name; one of an older version is gone. */
export async function serveAsset(assets: Assets, hono: Context): Promise<Response> {
  const built = Object.values(await assets.built())
  const asset = built.find(({ name }) => name === hono.req.param('name'))
  if (asset === undefined)
    return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { body, encoding } = encoded(asset, hono.req.header('accept-encoding') ?? '')
  return new Response(body, {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    },
  })
}

function encoded(asset: Asset, accepted: string): { body: Uint8Array<ArrayBuffer>; encoding?: string } {
  if (/\bbr\b/.test(accepted)) return { body: asset.brotli, encoding: 'br' }
  if (/\bgzip\b/.test(accepted)) return { body: asset.gzip, encoding: 'gzip' }
  return { body: asset.plain }
}
