import type { Route } from '../service.ts'
import { relativeAddress } from './relative-address.ts'

/** Four symbols in a square: the mark of the public services. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#a5342b"/><g fill="#fffaf7"><circle cx="11" cy="11" r="3.6"/><rect x="17.6" y="7.4" width="7.2" height="7.2" rx="1"/><path d="M11 17.2l4 7.2H7z"/><path d="M21.2 17.2l3.9 3.9-3.9 3.9-3.9-3.9z"/></g></svg>`

const path = '/favicon.svg'

/** Where the mark is, seen from a page at `from`; see {@link relativeAddress}. */
export const faviconSeenFrom = (from: string): string => relativeAddress(from, path)

/** `GET /favicon.svg`: the mark. `headers` are those that every answer of the service carries, such as those of CORS. */
export function faviconRoute(headers: Readonly<Record<string, string>>): Route {
  const own = {
    ...headers,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  }
  return { path, methods: { GET: () => new Response(favicon, { headers: own }) } }
}
