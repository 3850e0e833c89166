/** @jsxImportSource hono/jsx */
import type { Failure } from '@pictoglyph/core'
import { negotiateLanguage, type RequestContext } from '@pictoglyph/http'
import { faviconSeenFrom } from '@pictoglyph/http/page/favicon'
import { htmlPage } from '@pictoglyph/http/page/html-page'
import { relativeAddress } from '@pictoglyph/http/page/relative-address'
import { messagesIn } from './messages.ts'

/**
 * A page for people whose browser asked for one and found nothing; everybody else gets the JSON body, as do all who ask
 * for an image's file or for the upload service.
 */
export function failurePage(context: RequestContext, failure: Failure, status: number): Response | undefined {
  if (failure.code !== 'NOT_FOUND' || !context.header('accept')?.includes('text/html')) return undefined
  const { pathname } = context.target
  if (/^\/(api|i)\//.test(pathname)) return undefined
  const language = negotiateLanguage(context.header('accept-language'))
  const text = messagesIn[language]
  return htmlPage({
    language,
    title: text.notFound,
    status,
    icon: faviconSeenFrom(pathname),
    body: (
      <main class="narrow">
        <header class="masthead">
          <h1>{text.notFound}</h1>
        </header>
        <p>{text.notFoundNote}</p>
        <p>
          <a href={relativeAddress(pathname, '/docs')}>{text.apiDocs}</a>
        </p>
      </main>
    ),
  })
}
