import { Failure } from '@pictoglyph/core'
import { describeError, errorHeaders, errorStatus } from '@pictoglyph/http'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { serveAsset } from './assets/serve-asset.ts'
import { consoleRoutes } from './console-routes.ts'
import type { ConsoleOptions } from './options.ts'
import { showProblem } from './parts/problem-page.tsx'
import { mountRoute } from './routing/mount-route.ts'
import { securityHeaders } from './routing/security-headers.ts'
import { createServices } from './services.ts'
import { failureMessage } from './text/failure-text.ts'
import { wantsJson } from './visit/answers.ts'
import { createVisit } from './visit/create-visit.ts'
import type { ConsoleEnv, Visit } from './visit/visit.ts'

/** The console as a Hono application, whose binding is the server that it runs in. */
export function createConsoleApp(options: ConsoleOptions): Hono<ConsoleEnv> {
  const services = createServices(options)
  const app = new Hono<ConsoleEnv>()
  app.use(securityHeaders(options))
  app.get('/assets/:name', (context) => serveAsset(services.assets, context))
  app.use(async (context, next) => {
    context.set('visit', await createVisit(services, context))
    await next()
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(csrf({ origin: new URL(options.urls.console).origin }))
  const lists = consoleRoutes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  const pages = new Set(lists.map(({ path }) => path))
  for (const route of consoleRoutes) mountRoute(app, route, pages)
  app.notFound((context) => {
    const visit = context.get('visit')
    return showProblem(visit, 404, visit.text.problem.noSuchPage)
  })
  app.onError((error, context) => {
    const visit: Visit | undefined = context.get('visit')
    if (error instanceof HTTPException && visit !== undefined) {
      return showProblem(visit, error.status, visit.text.problem.formExpired)
    }
    return answerError(options, visit, error)
  })
  return app
}

/** A failure becomes a page, or JSON for a script; what is unexpected is logged and told without its text. */
async function answerError(
  options: ConsoleOptions,
  visit: Visit | undefined,
  error: Error,
): Promise<Response> {
  const failure = error instanceof Failure ? error : new Failure({ code: 'INTERNAL' }, { cause: error })
  const status: ContentfulStatusCode = errorStatus[failure.code]
  const facts = visit === undefined ? {} : requestFacts(visit)
  if (status >= 500) {
    const cause = describeError(failure.cause ?? failure)
    options.log.error({ service: 'console', ...facts, code: failure.code, error: cause }, 'request failed')
  }
  if (visit === undefined) return new Response(failure.message, { status })
  const answer = wantsJson(visit.context)
    ? visit.context.json({ ok: false, error: errorOf(visit, failure) }, status)
    : await showProblem(visit, status, failure.facts)
  for (const [name, value] of Object.entries(errorHeaders(failure, options.site.clock()))) {
    answer.headers.set(name, value)
  }
  answer.headers.set('X-Request-Id', visit.exchange.id)
  return answer
}

function errorOf({ text }: Visit, { code, facts }: Failure): { code: string; message: string } {
  return { code, message: failureMessage(text, facts) }
}

function requestFacts({ exchange, context, path }: Visit) {
  return { requestId: exchange.id, method: context.req.method, path }
}
