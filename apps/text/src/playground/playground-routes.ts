import { message, notFound } from '@pictoglyph/core'
import { htmlPage, type RequestContext, type Route, readPreferences } from '@pictoglyph/http'
import { faviconRoute } from '@pictoglyph/http/page/favicon'
import { crossOriginHeaders } from '../access/answers.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { type AnswerFormOptions, createAnswerForm } from './answer-form.ts'
import type { FilledForm } from './plain-form.tsx'
import { playgroundPage } from './playground-page.tsx'
import { playgroundScript } from './playground-script.ts'

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
    const { variants, offered: choices } = cipherOptions()
    const preferences = readPreferences(context)
    const page = playgroundPage({ preferences, baseUrl: base, script, variants, choices, filled })
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
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(context.header('accept-encoding') ?? '')
  if (!takesGzip) return new Response(source, { headers })
  return new Response(gzipped, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}
