import type { Failure } from '@pictoglyph/site/language/failure'
import { newId } from '@pictoglyph/site/language/ids'
import { createFailureAnswerer, type FailureAnswer, type RequestFacts } from '@pictoglyph/web/failure-answer'
import { createAfterBody } from '@pictoglyph/web/unread-body'
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
import { showFormRefused, showProblem } from './page/problem-page.tsx'
import { compressedPage } from './routing/compressed-page.ts'
import { mountRoute } from './routing/mount-route.ts'
import { securityHeaders } from './routing/security-headers.ts'
import { createServices } from './services.ts'
import { failureMessage } from './text/failure-text.ts'

/** The console as a Hono application; its binding is the server that runs it. */
export function createConsoleApp(options: ConsoleOptions): Hono<ConsoleEnv> {
  const services = createServices(options)
  const answerFailure = createFailureAnswerer({
    name: 'console',
    log: options.log,
    clock: options.site.clock,
  })
  const afterBody = createAfterBody(() => options.site.snapshot().policy['upload.maxBytes'])
  const app = new Hono<ConsoleEnv>()
  app.use(securityHeaders(options))
  app.get('/assets/:name', (hono) => serveAsset(services.assets, hono))
  app.use(async (hono, next) => {
    hono.set('context', await createConsoleContext(services, hono))
    await next()
    hono.res = await afterBody(hono.get('context').requestContext, hono.res)
    hono.res = await compressedPage(hono, hono.res)
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
      return showFormRefused(context, error.status)
    }
    return showFailure(context, answerFailure(error, requestFacts(hono.req.method, context)))
  })
  return app
}

/** Allows our own pages, and a phone's share, which has no page. Other sites' requests have no session cookie. */
function mayCome(secFetchSite: string, { req }: { req: { path: string } }): boolean {
  return secFetchSite === 'same-origin' || (secFetchSite === 'none' && req.path === '/share')
}

/** Answers a failure with a page, or with JSON for a script. */
async function showFailure(
  context: ConsoleContext | undefined,
  { failure, status, headers }: FailureAnswer,
): Promise<Response> {
  const answer = await bodyOf(context, failure, status)
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

function bodyOf(
  context: ConsoleContext | undefined,
  failure: Failure,
  status: ContentfulStatusCode,
): Response | Promise<Response> {
  if (context === undefined) return new Response(failure.message, { status })
  if (!wantsJson(context.hono)) return showProblem(context, status, failure.facts)
  return context.hono.json({ ok: false, error: errorOf(context, failure) }, status)
}

function errorOf({ text }: ConsoleContext, { code, facts }: Failure): { code: string; message: string } {
  return { code, message: failureMessage(text, facts) }
}

function requestFacts(method: string, context: ConsoleContext | undefined): RequestFacts {
  if (context === undefined) return { requestId: newId(), method, path: '' }
  // The token of an invitation is secret until it is used.
  const path = context.path.replace(/^(\/invitation\/).*/, '$1…')
  return { requestId: context.requestContext.id, method, path }
}
