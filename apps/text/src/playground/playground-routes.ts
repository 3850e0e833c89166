import { message, notFound } from '@pictoglyph/core'
import { htmlPage, type RequestContext, type Route, readPreferences } from '@pictoglyph/http'
import { faviconRoute } from '@pictoglyph/http/page/favicon'
import { crossOriginHeaders } from '../access/answers.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { playgroundPage } from './playground-page.tsx'
import { playgroundScript } from './playground-script.ts'

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** `GET /`, the page, and what it loads. */
export function playgroundRoutes({
  cipherOptions,
  baseUrl,
}: {
  cipherOptions: () => CipherOptions
  baseUrl: string
}): Route[] {
  const base = baseUrl.replace(/\/$/, '')
  return [
    {
      path: '/',
      methods: {
        async GET(context) {
          const { path: script } = await playgroundScript()
          const { variants } = cipherOptions()
          return htmlPage({
            ...playgroundPage({ preferences: readPreferences(context), baseUrl: base, script, variants }),
            headers: crossOriginHeaders,
          })
        },
      },
    },
    { path: '/assets/:name', methods: { GET: answerScript } },
    faviconRoute(crossOriginHeaders),
  ]
}

async function answerScript(context: RequestContext): Promise<Response> {
  const { path, source, gzipped } = await playgroundScript()
  if (path !== `/assets/${context.param('name')}`) {
    throw notFound(message('This script'))
  }
  const headers = {
    ...crossOriginHeaders,
    ...immutable,
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
  }
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(context.header('accept-encoding') ?? '')
  if (!takesGzip) return new Response(source, { headers })
  return new Response(gzipped, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}
