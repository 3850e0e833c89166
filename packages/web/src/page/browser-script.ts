import { keepAnswer, keepBody } from '../kept-answer.ts'
import type { Route } from '../service.ts'
import { bundleForBrowser } from './bundle-for-browser.ts'

/** A script for pages: its path, and the route that serves it. */
export interface BrowserScript {
  /** Holds a hash of the script, so that it can be cached forever. */
  readonly path: string
  readonly route: Route
}

/**
 * Bundles a TypeScript entry point, with its imports, into one module for browsers. Call it once, when a service is
 * created.
 *
 * @param entryPath the absolute path of the entry point
 * @param folder the path under which scripts are served, such as `/assets`
 * @throws {AggregateError} if the script does not build
 */
export async function buildBrowserScript(entryPath: string, folder: string): Promise<BrowserScript> {
  const text = await bundleForBrowser(entryPath)
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16)
  const name = entryPath.replace(/^.*[\\/]/, '').replace(/\.tsx?$/, '')
  const path = `${folder}/${name}.${hash}.js`
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  }
  const answer = keepAnswer(keepBody(text), headers)
  return { path, route: { path, methods: { GET: (context) => answer(context) } } }
}
