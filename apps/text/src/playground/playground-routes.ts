import { fileURLToPath } from 'node:url'
import { notFound } from '@pictoglyph/site/language/failure'
import { memoized } from '@pictoglyph/site/language/memoized'
import { message } from '@pictoglyph/site/language/message'
import { bundleForBrowser } from '@pictoglyph/web/page/bundle-for-browser'
import { faviconRoute } from '@pictoglyph/web/page/favicon'
import { htmlPage } from '@pictoglyph/web/page/html-page'
import { readPreferences } from '@pictoglyph/web/page/preferences'
import type { RequestContext, Route } from '@pictoglyph/web/service'
import { takesGzip } from '@pictoglyph/web/takes-gzip'
import { crossOriginHeaders } from '../access/answers.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { type AnswerFormOptions, createAnswerForm } from './answer-form.ts'
import type { FilledForm } from './plain-form.tsx'
import { playgroundPage } from './playground-page.tsx'

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** `GET /`, the page, and what it loads. */
export function playgroundRoutes({
  cipherOptions,
  baseUrl,
  form,
}: {
  cipherOptions: () => CipherOptions
  baseUrl: string
  /** What a form without script is answered with. */
  form: Omit<AnswerFormOptions, 'show'>
}): Route[] {
  const base = baseUrl.replace(/\/$/, '')

  async function show(context: RequestContext, filled?: FilledForm, answer?: Response): Promise<Response> {
    const { path: script } = await playgroundScript()
    const { variants, offersJson, offered: choices } = cipherOptions()
    const preferences = readPreferences(context)
    const page = playgroundPage({ preferences, baseUrl: base, script, variants, offersJson, choices, filled })
    if (answer === undefined) return htmlPage({ ...page, headers: crossOriginHeaders })
    const { 'content-type': _, ...headers } = Object.fromEntries(answer.headers)
    return htmlPage({ ...page, status: answer.status, headers: { ...headers, 'Cache-Control': 'no-store' } })
  }

  return [
    {
      path: '/',
      methods: { GET: (context) => show(context), POST: createAnswerForm({ ...form, show }) },
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
  if (!takesGzip(context.header('accept-encoding'))) return new Response(source, { headers })
  return new Response(gzipped, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

/** The playground's script, ready to be served. */
interface PlaygroundScript {
  /** Holds a hash of the contents, so that it may be kept for ever. */
  readonly path: string
  readonly source: string
  readonly gzipped: Uint8Array<ArrayBuffer>
}

const entry = fileURLToPath(new URL('./browser/main.ts', import.meta.url))

/** The script of this process, bundled when it is first asked for. A bundle that failed is tried again. */
const playgroundScript: () => Promise<PlaygroundScript> = memoized(build)

async function build(): Promise<PlaygroundScript> {
  const source = await bundleForBrowser(entry)
  const hash = new Bun.CryptoHasher('sha256').update(source).digest('hex').slice(0, 16)
  return { path: `/assets/playground-${hash}.js`, source, gzipped: Bun.gzipSync(source) }
}
