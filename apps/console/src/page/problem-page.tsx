/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleContext } from '../context/console-context.ts'
import { FailureMessage } from '../parts/failure-message.tsx'
import { showPage } from './page.tsx'

/** Explains a refused token or origin: mostly the form is old, or the console was opened at another address. */
export function showFormRefused(context: ConsoleContext, status: number): Promise<Response> {
  const { problem } = context.text
  const { origin, href } = new URL(context.services.urls.console)
  const from = context.requestContext.header('origin')
  const isElsewhere = from !== null && from !== 'null' && from !== origin
  return showProblem(context, status, isElsewhere ? problem.openAt(href) : problem.formExpired)
}

/** A page that explains why there is nothing else: a message in the visitor's language, or the failure. */
export function showProblem(
  context: ConsoleContext,
  status: number,
  reason: string | FailureFacts,
): Promise<Response> {
  const { problem } = context.text
  return showPage(context, {
    title: status === 404 ? problem.notFoundTitle : problem.title,
    status: status as ContentfulStatusCode,
    body: (
      <div class="problem stack">
        <p class="problem-code" aria-hidden="true">
          {status}
        </p>
        <p>{typeof reason === 'string' ? reason : <FailureMessage of={reason} />}</p>
        {status >= 500 ? (
          <p class="muted">
            {problem.requestId}
            <code>{context.requestContext.id}</code>
          </p>
        ) : null}
        <p>
          <a class="button" href="/">
            {problem.toStart}
          </a>
        </p>
      </div>
    ),
  })
}
