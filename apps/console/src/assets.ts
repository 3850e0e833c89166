import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoized } from '@pictoglyph/site/language/memoized'
import { bundleForBrowser } from '@pictoglyph/web/page/bundle-for-browser'
import { favicon } from '@pictoglyph/web/page/favicon'
import { ratioRules } from '@pictoglyph/web/page/ratio-class'
import type { Context } from 'hono'
import icon192 from './upload/icons/icon-192.png' with { type: 'file' }
import icon512 from './upload/icons/icon-512.png' with { type: 'file' }
import maskable512 from './upload/icons/maskable-512.png' with { type: 'file' }

/** One file for browsers, ready to be sent. Its name holds a hash of its content, so it never changes. */
export interface Asset {
  readonly name: string
  readonly type: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer>
}

/** An icon for a home screen (W3C Web App Manifest, image resources). */
export interface InstallIcon extends Asset {
  readonly side: number
  /** `maskable` keeps its mark within the inner 80 percent, since phones cut the rest to a shape of theirs. */
  readonly purpose: 'any' | 'maskable'
}

export interface BuiltAssets {
  readonly script: Asset
  /** Finds in the browser what is going to be taken out of a file; loaded with the first file only. */
  readonly metadataScript: Asset
  readonly style: Asset
  readonly icon: Asset
  /** The same as PNG, on a ground of its own: phones install nothing without. */
  readonly installIcons: readonly InstallIcon[]
}

/** The console's script, style and icon. */
export interface Assets {
  /** Builds at the first call and remembers; a build that failed is tried again. */
  built(): Promise<BuiltAssets>
}

const browserDirectory = fileURLToPath(new URL('./browser/', import.meta.url))

/** Bundles and compresses the browser's files, once. */
export function createAssets(): Assets {
  return { built: memoized(build) }
}

async function build(): Promise<BuiltAssets> {
  const [script, metadataScript, style, ...installIcons] = await Promise.all([
    bundle('console.ts', 'js', 'text/javascript; charset=utf-8'),
    bundle('upload/removed-from-file.ts', 'js', 'text/javascript; charset=utf-8'),
    bundle('console.css', 'css', 'text/css; charset=utf-8', ratioRules),
    installIcon(icon192, 192, 'any'),
    installIcon(icon512, 512, 'any'),
    installIcon(maskable512, 512, 'maskable'),
  ])
  const icon = await packed(new TextEncoder().encode(favicon), 'svg', 'image/svg+xml')
  return { script, metadataScript, style, icon, installIcons }
}

async function installIcon(
  path: string,
  side: number,
  purpose: InstallIcon['purpose'],
): Promise<InstallIcon> {
  const bytes = await Bun.file(path).bytes()
  return { ...(await packed(bytes, 'png', 'image/png')), side, purpose }
}

async function bundle(entry: string, ending: string, type: string, after = ''): Promise<Asset> {
  const text = await bundleForBrowser(browserDirectory + entry)
  return packed(new TextEncoder().encode(text + after), ending, type)
}

const inBrotli = promisify<Uint8Array, object, Uint8Array<ArrayBuffer>>(brotliCompress)
const inGzip = promisify<Uint8Array, object, Uint8Array<ArrayBuffer>>(gzip)

/** Compresses off the event loop: as small as it gets takes a tenth of a second, and the first page asks for it. */
async function packed(plain: Uint8Array<ArrayBuffer>, ending: string, type: string): Promise<Asset> {
  const hash = new Bun.CryptoHasher('sha256').update(plain).digest('hex').slice(0, 16)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const [zipped, brotli] = await Promise.all([inGzip(plain, { level: 9 }), inBrotli(plain, best)])
  return { name: `console.${hash}.${ending}`, type, plain, gzip: zipped, brotli }
}

/** Answers an asset by its name; one of an older version is gone. */
export async function serveAsset(assets: Assets, hono: Context): Promise<Response> {
  const { installIcons, ...others } = await assets.built()
  const asset = [...Object.values(others), ...installIcons].find(
    ({ name }) => name === hono.req.param('name'),
  )
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
