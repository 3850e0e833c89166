import { notFound } from '@pictoglyph/site/language/failure'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { message } from '@pictoglyph/site/language/message'
import { keepAnswer, keepBody } from './kept-answer.ts'
import type { SiteFace } from './page/site-face.ts'
import type { Route } from './service.ts'

const validMs = 180 * 24 * 60 * 60 * 1000

/**
 * `/robots.txt` by the policy `site.robots` (RFC 9309), and `/.well-known/security.txt` with the contact of
 * `site.abuse`, if set (RFC 9116).
 */
export function siteFileRoutes(
  face: () => SiteFace,
  clock: () => number,
  headers: Readonly<Record<string, string>>,
): Route[] {
  const textHeaders = {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-cache',
  }
  const robotsFor = memoizeLast((robots: SiteFace['site.robots']) => {
    const text = `User-agent: *\n${robots === 'index' ? 'Allow' : 'Disallow'}: /\n`
    return keepAnswer(keepBody(text), textHeaders)
  })
  return [
    {
      path: '/robots.txt',
      methods: { GET: (context) => robotsFor(face()['site.robots'])(context) },
    },
    {
      path: '/.well-known/security.txt',
      methods: {
        GET() {
          const contact = face()['site.abuse']
          if (contact === '') throw notFound(message('This address'))
          const expires = new Date(clock() + validMs).toISOString()
          const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, zh\n`
          return new Response(text, { headers: textHeaders })
        },
      },
    },
  ]
}
