import { fileURLToPath } from 'node:url'
import { notFound } from '@pictoglyph/site/language/failure'
import { memoized } from '@pictoglyph/site/language/memoized'
import { message } from '@pictoglyph/site/language/message'
import { type KeptAnswer, keepAnswer, keepBody } from '@pictoglyph/web/kept-answer'
import { bundleForBrowser } from '@pictoglyph/web/page/bundle-for-browser'
import { faviconRoute } from '@pictoglyph/web/page/favicon'
import { type HtmlPage, htmlPage } from '@pictoglyph/web/page/html-page'
import { createKeptPage } from '@pictoglyph/web/page/kept-page'
import { type PagePreferences, readPreferences } from '@pictoglyph/web/page/preferences'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Route } from '@pictoglyph/web/service'
import { crossOriginHeaders } from '../access/answers.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { type AnswerFormOptions, createAnswerForm } from './answer-form.ts'
import type { FilledForm } from './plain-form.tsx'
import { playgroundPage } from './playground-page.tsx'

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Routes of the page `GET /` and its files. */
export function playgroundRoutes({
  cipherOptions,
  baseUrl,
  form,
}: {
  cipherOptions: () => CipherOptions
  baseUrl: string
  /** Dependencies of the form without script. */
  form: Omit<AnswerFormOptions, 'show'>
}): Route[] {
  const base = baseUrl.replace(/\/$/, '')

  function describe(
    preferences: PagePreferences,
    { variants, offersJson, offered: choices }: CipherOptions,
    script: string,
    filled?: FilledForm,
  ): HtmlPage {
    return playgroundPage({ preferences, baseUrl: base, script, variants, offersJson, choices, filled })
  }
  const page = createKeptPage('/', (preferences, options: CipherOptions, script: string) => ({
    ...describe(preferences, options, script),
    headers: crossOriginHeaders,
  }))

  async function showAnswer(
    context: RequestContext,
    filled: FilledForm,
    answer: Response,
  ): Promise<Response> {
    const { path } = await playgroundScript()
    const { 'content-type': _, ...headers } = Object.fromEntries(answer.headers)
    return htmlPage({
      ...describe(readPreferences(context), cipherOptions(), path, filled),
      status: answer.status,
      headers: { ...headers, 'Cache-Control': 'no-store' },
    })
  }

  return [
    {
      path: '/',
      methods: {
        GET: async (context) => page(context, cipherOptions(), (await playgroundScript()).path),
        POST: createAnswerForm({ ...form, show: showAnswer }),
      },
    },
    { path: '/assets/:name', methods: { GET: answerScript } },
    faviconRoute(crossOriginHeaders),
  ]
}

async function answerScript(context: RequestContext): Promise<Response> {
  const { path, answer } = await playgroundScript()
  if (path !== `/assets/${context.param('name')}`) throw notFound(message('This script'))
  return answer(context)
}

/** The playground's compiled script. */
interface PlaygroundScript {
  /** Contains a hash of the content, so that caches may keep it for ever. */
  readonly path: string
  readonly answer: KeptAnswer
}

const entry = fileURLToPath(new URL('./browser/main.ts', import.meta.url))

/** This process's script, bundled at the first request. A failed bundle is tried again. */
const playgroundScript: () => Promise<PlaygroundScript> = memoized(build)

async function build(): Promise<PlaygroundScript> {
  const source = await bundleForBrowser(entry)
  const hash = new Bun.CryptoHasher('sha256').update(source).digest('hex').slice(0, 16)
  const answer = keepAnswer(keepBody(source), {
    ...crossOriginHeaders,
    ...immutable,
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  })
  return { path: `/assets/playground-${hash}.js`, answer }
}
