import { fileURLToPath } from 'node:url'
import { memoized } from '@pictoglyph/site/language/memoized'
import { type KeptAnswer, keepAnswer, keepBody } from '@pictoglyph/web/kept-answer'
import { bundleForBrowser } from '@pictoglyph/web/page/bundle-for-browser'
import { favicon } from '@pictoglyph/web/page/favicon'
import { ratioRules } from '@pictoglyph/web/page/ratio-class'
import type { Encoding } from '@pictoglyph/web/takes-encoding'
import type { Context } from 'hono'
import icon192 from './upload/icons/icon-192.png' with { type: 'file' }
import icon512 from './upload/icons/icon-512.png' with { type: 'file' }
import maskable512 from './upload/icons/maskable-512.png' with { type: 'file' }

/** A file for browsers. Its name holds a hash of its content, so it never changes. */
interface Asset {
  readonly name: string
  readonly type: string
  readonly answer: KeptAnswer
}

/** An icon for a home screen (W3C Web App Manifest, image resources). */
interface InstallIcon extends Asset {
  readonly side: number
  /** `maskable` keeps the logo within the inner 80 percent, since phones cut the rest to their own shape. */
  readonly purpose: 'any' | 'maskable'
}

export interface BuiltAssets {
  readonly script: Asset
  /** Finds the metadata that the server will remove from a file; loaded with the first file only. */
  readonly metadataScript: Asset
  readonly style: Asset
  readonly icon: Asset
  /** The icon as PNG, on a background of its own; phones install nothing without them. */
  readonly installIcons: readonly InstallIcon[]
}

/** The console's script, style and icon. */
export interface Assets {
  /** Builds at the first call and caches the result; a failed build is tried again. */
  built(): Promise<BuiltAssets>
}

const browserDirectory = fileURLToPath(new URL('./browser/', import.meta.url))

/** Bundles the browser's files once. */
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
  const icon = keepAsset(favicon, 'svg', 'image/svg+xml')
  return { script, metadataScript, style, icon, installIcons }
}

async function installIcon(
  path: string,
  side: number,
  purpose: InstallIcon['purpose'],
): Promise<InstallIcon> {
  const bytes = await Bun.file(path).bytes()
  return { ...keepAsset(bytes, 'png', 'image/png', []), side, purpose }
}

async function bundle(entry: string, ending: string, type: string, after = ''): Promise<Asset> {
  const text = await bundleForBrowser(browserDirectory + entry)
  return keepAsset(text + after, ending, type)
}

function keepAsset(
  body: string | Uint8Array<ArrayBuffer>,
  ending: string,
  type: string,
  encodings: readonly Encoding[] = ['br', 'gzip'],
): Asset {
  const hash = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }
  return {
    name: `console.${hash}.${ending}`,
    type,
    answer: keepAnswer(keepBody(body, encodings), headers),
  }
}

/** Answers an asset by its name; 404 for one of an older version. */
export async function serveAsset(assets: Assets, hono: Context): Promise<Response> {
  const { installIcons, ...others } = await assets.built()
  const asset = [...Object.values(others), ...installIcons].find(
    ({ name }) => name === hono.req.param('name'),
  )
  if (asset === undefined)
    return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return asset.answer({ header: (name) => hono.req.header(name) ?? null })
}
