import { Failure } from '@pictoglyph/core'
import { describeError, errorHeaders, errorStatus } from '@pictoglyph/http'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { serveAsset } from './assets.ts'
import { consoleRoutes } from './console-routes.ts'
import { wantsJson } from './context/answers.ts'
import type { ConsoleContext, ConsoleEnv } from './context/console-context.ts'
import { createConsoleContext, userOf } from './context/create-console-context.ts'
import type { ConsoleOptions } from './options.ts'
import { showProblem } from './page/problem-page.tsx'
import { mountRoute } from './routing/mount-route.ts'
import { securityHeaders } from './routing/security-headers.ts'
import { createServices } from './services.ts'
import { failureMessage } from './text/failure-text.ts'

/** The console as a Hono application, whose binding is the server that it runs in. */
export function createConsoleApp(options: ConsoleOptions): Hono<ConsoleEnv> {
  const services = createServices(options)
  const app = new Hono<ConsoleEnv>()
  app.use(securityHeaders(options))
  app.get('/assets/:name', (hono) => serveAsset(services.assets, hono))
  app.use(async (hono, next) => {
    hono.set('context', await createConsoleContext(services, hono))
    await next()
    if (!hono.res.headers.has('Cache-Control')) hono.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(csrf({ origin: new URL(options.urls.console).origin, secFetchSite: mayCome }))
  const lists = consoleRoutes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  const pages = new Set(lists.map(({ path }) => path))
  for (const route of consoleRoutes) mountRoute(app, route, pages)
  app.notFound((hono) => {
    const context = hono.get('context')
    return showProblem(context, 404, context.text.problem.noSuchPage)
  })
  app.onError((error, hono) => {
    const context: ConsoleContext | undefined = hono.get('context')
    if (error instanceof HTTPException && context !== undefined) {
      options.security?.('csrf.refused', context.requestContext, userOf(context))
      return showProblem(context, error.status, context.text.problem.formExpired)
    }
    return answerError(options, context, error)
  })
  return app
}

/** What a phone shares comes from no page at all. The session's cookie comes with no request of another site. */
function mayCome(secFetchSite: string, { req }: { req: { path: string } }): boolean {
  return secFetchSite === 'same-origin' || (secFetchSite === 'none' && req.path === '/share')
}

/** A failure becomes a page, or JSON for a script; what is unexpected is logged and told without its text. */
async function answerError(
  options: ConsoleOptions,
  context: ConsoleContext | undefined,
  error: Error,
): Promise<Response> {
  const failure = error instanceof Failure ? error : new Failure({ code: 'INTERNAL' }, { cause: error })
  const status: ContentfulStatusCode = errorStatus[failure.code]
  const facts = context === undefined ? {} : requestFacts(context)
  if (status >= 500) {
    const cause = describeError(failure.cause ?? failure)
    options.log.error({ service: 'console', ...facts, code: failure.code, error: cause }, 'request failed')
  }
  if (context === undefined) return new Response(failure.message, { status })
  const answer = wantsJson(context.hono)
    ? context.hono.json({ ok: false, error: errorOf(context, failure) }, status)
    : await showProblem(context, status, failure.facts)
  for (const [name, value] of Object.entries(errorHeaders(failure, options.site.clock()))) {
    answer.headers.set(name, value)
  }
  answer.headers.set('X-Request-Id', context.requestContext.id)
  return answer
}

function errorOf({ text }: ConsoleContext, { code, facts }: Failure): { code: string; message: string } {
  return { code, message: failureMessage(text, facts) }
}

function requestFacts({ requestContext, hono, path }: ConsoleContext) {
  return { requestId: requestContext.id, method: hono.req.method, path }
}
