import { keepAnswer, keepBody } from '../kept-answer.ts'
import type { Route } from '../service.ts'
import favicon from './favicon.svg' with { type: 'text' }
import { relativeAddress } from './relative-address.ts'

/** The logo as a page's icon, an SVG that follows the browser's light or dark. */
export { favicon }

const path = '/favicon.svg'

/** The address of the icon, relative to a page at `from`; see {@link relativeAddress}. */
export const faviconAddressFrom = (from: string): string => relativeAddress(from, path)

/** `GET /favicon.svg`: the logo. `headers` are those of every answer of the service, such as those of CORS. */
export function faviconRoute(headers: Readonly<Record<string, string>>): Route {
  const own = {
    ...headers,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  }
  const answer = keepAnswer(keepBody(favicon), own)
  return { path, methods: { GET: (context) => answer(context) } }
}
