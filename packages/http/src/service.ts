import { Failure, type FailureCode, message, type NetworkSet, notFound } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import { errorBody, errorHeaders, errorStatus } from './error-answer.ts'
import { describeError, type Log } from './log.ts'
import { createOverloadLog } from './overload-log.ts'
import { createClientAddress, RequestContext, type ServiceServer } from './request-context.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'

/** Makes the answer to a request that failed. */
export type FailureAnswer = (context: RequestContext, error: unknown) => Response

export type Handler = (context: RequestContext, answerFailure: FailureAnswer) => Response | Promise<Response>

/** A path with the handlers of its methods. GET answers HEAD too. Paths may hold parameters, as `/i/:name`. */
export interface Route {
  path: string
  methods: Partial<Record<Method, Handler>>
  /**
   * The handlers' promises never reject: they answer failures themselves, with the function they are given.
   * Watching a promise costs a short request some percent of its time.
   */
  answersFailures?: boolean
}

export interface ServiceOptions {
  /** Stands in the log and in metrics. */
  name: string
  routes: readonly Route[]
  log: Log
  trustedProxies: NetworkSet
  clock: () => number
  /** Headers that every answer made by the service itself carries, errors included. */
  headers?: Readonly<Record<string, string>>
  /** Answers a failure in another form than JSON, where the request asks for one. */
  renderFailure?: (context: RequestContext, failure: Failure, status: number) => Response | undefined
  /** Answers OPTIONS on every path, known or not: a preflight's place. Without it, OPTIONS is a method like any. */
  answerOptions?: Handler
  /** Told of every failure that is answered. */
  onFailure?: (code: FailureCode) => void
}

/** A service, ready to be served: it answers every request, whatever happens in a handler. */
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
  const answerFailure = createFailureAnswer(options)
  const clientAddress = createClientAddress(options.trustedProxies)

  function bind(handler: Handler, answersFailures = false) {
    return (request: BunRequest, server: ServiceServer): Response | Promise<Response> => {
      const context = new RequestContext(request, server, clientAddress)
      try {
        const answer = handler(context, answerFailure)
        if (answersFailures || !(answer instanceof Promise)) return answer
        return answer.catch((error: unknown) => answerFailure(context, error))
      } catch (error) {
        return answerFailure(context, error)
      }
    }
  }

  const answerOptions = options.answerOptions && bind(options.answerOptions)
  const routes: HttpService['routes'] = {}
  for (const { path, methods, answersFailures } of options.routes) {
    const bound: HttpService['routes'][string] = {}
    for (const [method, handler] of Object.entries(methods))
      bound[method as Method] = bind(handler, answersFailures)
    if (answerOptions !== undefined) bound.OPTIONS ??= answerOptions
    routes[path] = bound
  }
  const allowedAt = createAllowedMethods(options)

  return {
    name: options.name,
    routes,
    fetch(request, server) {
      if (request.method === 'OPTIONS' && answerOptions !== undefined) {
        return answerOptions(request as BunRequest, server)
      }
      const context = new RequestContext(request as BunRequest, server, clientAddress)
      const allowed = allowedAt(context.target.pathname)
      // A path with dots in it is routed as it was sent, and told to us without them.
      const isDisguised = allowed?.includes(request.method) ?? false
      if (allowed === undefined || isDisguised)
        return answerFailure(context, notFound(message('This address')))
      return answerFailure(context, new Failure({ code: 'METHOD_NOT_ALLOWED', allowed }))
    },
  }
}

function createFailureAnswer(options: ServiceOptions): FailureAnswer {
  const noteOverload = createOverloadLog(options)
  return (context, error) => {
    const failure = error instanceof Failure ? error : new Failure({ code: 'INTERNAL' }, { cause: error })
    const status: number = errorStatus[failure.code]
    if (failure.code === 'OVERLOADED') noteOverload(failure)
    else if (status >= 500) logFailure(options, context, failure)
    options.onFailure?.(failure.code)
    const headers: Record<string, string> = {
      ...options.headers,
      ...context.failureHeaders,
      ...errorHeaders(failure, options.clock()),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': context.id,
    }
    const rendered = options.renderFailure?.(context, failure, status)
    if (rendered === undefined) return Response.json(errorBody(failure), { status, headers })
    for (const [name, value] of Object.entries(headers)) rendered.headers.set(name, value)
    return rendered
  }
}

function logFailure(options: ServiceOptions, context: RequestContext, failure: Failure): void {
  const facts = {
    service: options.name,
    requestId: context.id,
    method: context.request.method,
    path: context.target.pathname,
    code: failure.code,
  }
  options.log.error({ ...facts, error: describeError(failure.cause ?? failure) }, 'request failed')
}

/** Which methods a path takes: what the server hands us as unrouted is either no path of ours or a wrong method. */
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
