import {
  type Address,
  clientAddress,
  Failure,
  type FailureCode,
  message,
  type NetworkSet,
  newId,
  notFound,
} from '@pictoglyph/core'
import type { BunRequest, Server } from 'bun'
import { errorBody, errorHeaders, errorStatus } from './error-answer.ts'
import { describeError, type Log } from './log.ts'
import { createOverloadLog } from './overload-log.ts'

/** An HTTP method of our routes. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'

/** Makes the answer to a request that failed. */
export type FailureAnswer = (context: RequestContext, error: unknown) => Response

/** Answers a request. */
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

/** The routes and observers of a service. */
export interface ServiceOptions {
  /** Stands in the log and in metrics. */
  name: string
  routes: readonly Route[]
  log: Log
  trustedProxies: NetworkSet
  clock: () => number
  /** Headers that every answer made by the service itself carries, errors included. */
  headers?: Readonly<Record<string, string>>
  /** Answers a failure in another format than JSON, if the request asks for one. */
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

/** The server that a service is asked through. */
export type ServiceServer = Server<undefined>

/** One request, and the values that a handler may ask for. Costly values are computed when they are first asked for. */
export class RequestContext {
  readonly request: BunRequest
  /** Further headers of the answer if the request fails. */
  failureHeaders: Readonly<Record<string, string>> | undefined = undefined
  readonly #server: ServiceServer
  readonly #clientAddress: ClientAddress
  #id: string | undefined
  /** `null` until it was asked for. */
  #address: Address | undefined | null = null

  constructor(request: BunRequest, server: ServiceServer, clientAddress: ClientAddress) {
    this.request = request
    this.#server = server
    this.#clientAddress = clientAddress
  }

  /** Names this request in the log and in the answer's `X-Request-Id`. */
  get id(): string {
    this.#id ??= newId()
    return this.#id
  }

  /**
   * The requested path and query. Its host is not the request's: a `Host` header may be missing or malformed, and that
   * must not make a request fail.
   */
  get target(): URL {
    const path = this.request.url.replace(/^https?:\/\/[^/?#]*/i, '')
    return new URL(`http://localhost${path.startsWith('/') ? path : `/${path}`}`)
  }

  param(name: string): string {
    const params: Record<string, string | undefined> = this.request.params
    return params[name] ?? ''
  }

  header(name: string): string | null {
    return this.request.headers.get(name)
  }

  /** The client's address, or `undefined` if it is unknown and the client must be refused. */
  address(): Address | undefined {
    if (this.#address === null) this.#address = this.#clientAddress(this.request, this.#server)
    return this.#address
  }

  /** Seconds from now on until the connection is closed, as `ListenOptions` has them; 0 is never. */
  setConnectionTimeout(seconds: number): void {
    this.#server.timeout(this.request, seconds)
  }
}

/** The client of a request; `undefined` if it is unknown and must be refused. */
export type ClientAddress = (request: BunRequest, server: ServiceServer) => Address | undefined

/**
 * Reads clients' addresses by `clientAddress`. It keeps the last one, because a busy client sends many requests one
 * after the other, and reading its address takes some percent of a short request.
 */
export function createClientAddress(trustedProxies: NetworkSet): ClientAddress {
  const behindProxies = trustedProxies.size > 0
  let lastPeer = ''
  let lastForwardedFor: string | null = null
  let lastAddress: Address | undefined

  return (request, server) => {
    const peer = server.requestIP(request)?.address
    if (peer === undefined) return undefined
    const forwardedFor = behindProxies ? request.headers.get('x-forwarded-for') : null
    if (peer === lastPeer && forwardedFor === lastForwardedFor) return lastAddress
    lastAddress = clientAddress(peer, forwardedFor, trustedProxies)
    lastPeer = peer
    lastForwardedFor = forwardedFor
    return lastAddress
  }
}
