/** @jsxImportSource hono/jsx */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Visit } from '../visit/visit.ts'
import { showPage } from './page.tsx'

/** A page that says why there is nothing else to see. */
export function showProblem(visit: Visit, status: number, sentence: string): Promise<Response> {
  const { problem } = visit.text
  return showPage(visit, {
    title: status === 404 ? problem.notFoundTitle : problem.title,
    status: status as ContentfulStatusCode,
    body: (
      <div class="empty">
        <p>{sentence}</p>
        {status >= 500 ? (
          <p class="muted">
            {problem.requestId} <code>{visit.exchange.id}</code>
          </p>
        ) : null}
        <p>
          <a class="button quiet" href="/">
            {problem.toStart}
          </a>
        </p>
      </div>
    ),
  })
}
