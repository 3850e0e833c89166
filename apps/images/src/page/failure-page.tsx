/** @jsxImportSource hono/jsx */
import type { Failure } from '@pictoglyph/core'
import { type Exchange, negotiateLanguage } from '@pictoglyph/http'
import { htmlPage } from '@pictoglyph/http/page/html-page'
import { catalogues } from './catalogue.ts'

/** A page for people whose browser asked for one and found nothing; everybody else gets the JSON body. */
export function failurePage(exchange: Exchange, failure: Failure, status: number): Response | undefined {
  const isPage = /\/[pa]\/[^/]*$/.test(exchange.target.pathname)
  if (failure.code !== 'NOT_FOUND' || !isPage || !exchange.header('accept')?.includes('text/html'))
    return undefined
  const language = negotiateLanguage(exchange.header('accept-language'))
  const text = catalogues[language]
  return htmlPage({
    language,
    title: text.notFound,
    status,
    body: (
      <main class="narrow">
        <header class="masthead">
          <h1>{text.notFound}</h1>
        </header>
        <p>{text.notFoundNote}</p>
      </main>
    ),
  })
}
