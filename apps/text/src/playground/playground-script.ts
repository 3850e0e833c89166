import { fileURLToPath } from 'node:url'
import { memoized } from '@pictoglyph/core'
import { bundleForBrowser } from '@pictoglyph/http/page/bundle-for-browser'

/** The playground's script, ready to be served. */
export interface PlaygroundScript {
  /** Holds a hash of the contents, so that it may be kept for ever. */
  readonly path: string
  readonly source: string
  readonly gzipped: Uint8Array<ArrayBuffer>
}

const entry = fileURLToPath(new URL('./browser/main.ts', import.meta.url))

/** The script of this process, bundled when it is first asked for. A bundle that failed is tried again. */
export const playgroundScript: () => Promise<PlaygroundScript> = memoized(build)

async function build(): Promise<PlaygroundScript> {
  const source = await bundleForBrowser(entry)
  const hash = new Bun.CryptoHasher('sha256').update(source).digest('hex').slice(0, 16)
  return { path: `/assets/playground-${hash}.js`, source, gzipped: Bun.gzipSync(source) }
}
