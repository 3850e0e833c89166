import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { BunRequest } from 'bun'
import { errorBody, statusOf } from './error-answer.ts'
import { createFailureAnswerer } from './failure-answer.ts'
import type { Log } from './log.ts'
import type { SiteFace } from './page/site-face.ts'
import { createClientAddress, RequestContext, type ServiceServer } from './request-context.ts'
import { type AfterBody, createAfterBody } from './unread-body.ts'

/** An HTTP method of our routes. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'

/** Creates the answer to a failed request, after reading the rest of the request's body. */
type FailureAnswer = (context: RequestContext, error: unknown) => Response | Promise<Response>

/** Answers a request. */
export type Handler = (context: RequestContext, answerFailure: FailureAnswer) => Response | Promise<Response>

/** A path with the handlers of its methods. GET answers HEAD too. Paths may hold parameters, as `/i/:name`. */
export interface Route {
  path: string
  methods: Partial<Record<Method, Handler>>
  /** Its requests are uploads; server errors get their status. */
  isUpload?: boolean
  /**
   * The handlers' promises never reject: they answer failures themselves, by `answerFailure`. Watching a promise costs
   * a short request some percent of its time.
   */
  answersFailures?: boolean
}

/** The routes and observers of a service. */
export interface ServiceOptions {
  /** Name in the log and in metrics. */
  name: string
  routes: readonly Route[]
  log: Log
  trustedProxies: NetworkSet
  clock: () => number
  /** Headers that every answer made by the service itself carries, errors included. */
  headers?: Readonly<Record<string, string>>
  /** Answers a failure in another format than JSON, if the request asks for one. */
  renderFailure?: (context: RequestContext, failure: Failure, status: number) => Response | undefined
  /** Answers OPTIONS on every path, known or not, for preflights. Without it, OPTIONS is a method like any other. */
  answerOptions?: Handler
  /** The site's name and links for pages. */
  face?: () => SiteFace
  /** Called for every failure that is answered. */
  onFailure?: (code: FailureCode) => void
  /** The largest accepted upload; much larger bodies are refused before they are read to their end. */
  maxUploadBytes?: () => number
}

/** A service, ready to be served. It answers every request, even if a handler fails. */
export interface HttpService {
  readonly name: string
  readonly routes: Record<
    string,
    Partial<Record<Method, (request: BunRequest, server: ServiceServer) => Response | Promise<Response>>>
  >
  fetch(request: Request, server: ServiceServer): Response | Promise<Response>
}

/**
 * Binds handlers to routes. A `Failure` that a handler throws becomes the envelope with its code's status;
 * anything else is logged with the request's id and answered 500 without its text.
 */
export function createService(options: ServiceOptions): HttpService {
  const afterBody = createAfterBody(options.maxUploadBytes)
  const answerFailure = createFailureAnswer(options, afterBody)
  const clientAddress = createClientAddress(options.trustedProxies)

  function bind(handler: Handler, { answersFailures = false, isUpload = false }: Partial<Route> = {}) {
    return (request: BunRequest, server: ServiceServer): Response | Promise<Response> => {
      const context = new RequestContext(request, server, clientAddress, options.face)
      context.isUpload = isUpload
      const answer = answerOf(handler, context, answersFailures)
      return request.method === 'HEAD' ? withDate(answer) : answer
    }
  }

  function answerOf(handler: Handler, context: RequestContext, answersFailures: boolean) {
    try {
      const answer = handler(context, answerFailure)
      if (answersFailures) return answer
      if (!(answer instanceof Promise)) return afterBody(context, answer)
      return answer.then(
        (late) => afterBody(context, late),
        (error: unknown) => answerFailure(context, error),
      )
    } catch (error) {
      return answerFailure(context, error)
    }
  }

  const answerOptions = options.answerOptions && bind(options.answerOptions)
  const routes: HttpService['routes'] = {}
  for (const route of options.routes) {
    const bound: HttpService['routes'][string] = {}
    for (const [method, handler] of Object.entries(route.methods))
      bound[method as Method] = bind(handler, route)
    if (answerOptions !== undefined) bound.OPTIONS ??= answerOptions
    routes[route.path] = bound
  }
  const allowedAt = createAllowedMethods(options)

  /** The route whose path differs in case or slashes only; for a form with a file, the upload route. */
  function nearest({ request, target: { pathname: path } }: RequestContext): { near?: string } {
    const plain = (one: string) => one.toLowerCase().split('/').filter(Boolean).join('/')
    const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')
    const isNear = (route: Route) =>
      route.path !== path && (plain(route.path) === plain(path) || (isForm && route.isUpload === true))
    const route = options.routes.find(isNear)
    return route === undefined ? {} : { near: route.path }
  }

  return {
    name: options.name,
    routes,
    fetch(request, server) {
      if (request.method === 'OPTIONS' && answerOptions !== undefined) {
        return answerOptions(request as BunRequest, server)
      }
      const context = new RequestContext(request as BunRequest, server, clientAddress, options.face)
      const path = withPlainLetters(context.target.pathname)
      const method = request.method === 'HEAD' ? 'GET' : (request.method as Method)
      const meant = path === context.target.pathname ? undefined : routes[path]?.[method]
      if (meant !== undefined) return meant(request as BunRequest, server)
      const allowed = allowedAt(path)
      const near = nearest(context)
      // Bun routes a path with dots as it was sent, but reports it without them.
      const isDisguised = allowed?.includes(request.method) ?? false
      if (allowed === undefined || isDisguised) {
        return answerFailure(
          context,
          new Failure({ code: 'NOT_FOUND', what: message('This address'), ...near }),
        )
      }
      return answerFailure(context, new Failure({ code: 'METHOD_NOT_ALLOWED', allowed, ...near }))
    },
  }
}

/** Decodes `%70` to `p`: letters, digits, `-`, `.`, `_` and `~` mean the same either way (RFC 3986, section 2.3). */
const withPlainLetters = (path: string): string =>
  path.replaceAll(/%(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/** Bun sends no `Date` with answers to HEAD (RFC 9110, section 6.6.1). */
async function withDate(answer: Response | Promise<Response>): Promise<Response> {
  const dated = await answer
  dated.headers.set('Date', new Date().toUTCString())
  return dated
}

function createFailureAnswer(options: ServiceOptions, afterBody: AfterBody): FailureAnswer {
  const answerFailure = createFailureAnswerer(options)
  return (context, error) => {
    const { id: requestId, request, target } = context
    const answered = answerFailure(error, { requestId, method: request.method, path: target.pathname })
    const { failure } = answered
    const status = statusOf(failure.code, context.isUpload)
    const headers: Record<string, string> = {
      ...options.headers,
      ...context.failureHeaders,
      ...answered.headers,
      'X-Content-Type-Options': 'nosniff',
    }
    const rendered = options.renderFailure?.(context, failure, status)
    if (rendered === undefined) {
      return afterBody(context, Response.json(errorBody(failure), { status, headers }))
    }
    for (const [name, value] of Object.entries(headers)) rendered.headers.set(name, value)
    return afterBody(context, rendered)
  }
}

/** The methods of a path. Unrouted requests have either an unknown path or a wrong method. */
function createAllowedMethods({
  routes,
  answerOptions,
}: ServiceOptions): (path: string) => string[] | undefined {
  const everywhere = answerOptions === undefined ? [] : ['OPTIONS']
  const patterns = routes.map(({ path, methods }) => ({
    pattern: new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`),
    methods: [
      ...Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      ...everywhere,
    ],
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods
}
