import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { errorBody } from './error-answer.ts'
import type { HttpService, Method } from './service.ts'

/** Address, port and limits of a service. */
export interface ListenOptions {
  hostname: string
  /** 0 takes any free port. */
  port: number
  /**
   * Seconds until the server closes a connection on which it sends nothing, counted from its last answer or from a
   * request's first byte. Only bytes to the client restart it, or `RequestContext.setConnectionTimeout`: a slow body or
   * long work is cut off without an answer. The server counts in steps of four seconds.
   */
  connectionTimeoutSeconds: number
  /** The largest body that the server reads; routes have lower limits. */
  maxBodyBytes: number
  /** Several processes share the port. */
  sharePort?: boolean
}

/** A service that listens. */
export interface RunningService {
  readonly name: string
  readonly url: string
  readonly port: number
  /** Accepts no new connection and lets running requests finish; at the deadline it closes them. */
  stop(deadlineMs: number): Promise<void>
}

/** Opens the socket of a service. @throws if the address can't be bound */
export function serveService(service: HttpService, options: ListenOptions): RunningService {
  const { routes, fetch } = withOneHost(service)
  const server = Bun.serve({
    hostname: options.hostname,
    port: options.port,
    reusePort: options.sharePort ?? false,
    idleTimeout: options.connectionTimeoutSeconds,
    maxRequestBodySize: options.maxBodyBytes,
    development: false,
    routes,
    fetch,
  })
  return {
    name: service.name,
    url: server.url.href,
    port: server.port ?? options.port,
    async stop(deadlineMs) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadlineMs)
      })
      await Promise.race([server.stop(), deadline])
      clearTimeout(timer)
      await server.stop(true)
    },
  }
}

type Answer<R extends Request, S> = (request: R, server: S) => Response | Promise<Response>

/**
 * Refuses requests with several `Host` headers (RFC 9112 section 3.2); a proxy in front may have read another one than
 * we do. The server joins such headers with a comma.
 */
function withOneHost(service: HttpService): HttpService {
  function guarded<R extends Request, S>(answer: Answer<R, S>): Answer<R, S> {
    return (request, server) =>
      request.headers.get('host')?.includes(',') ? refusal() : answer(request, server)
  }

  const routes: HttpService['routes'] = {}
  for (const [path, methods] of Object.entries(service.routes)) {
    routes[path] = {}
    for (const [method, answer] of Object.entries(methods)) routes[path][method as Method] = guarded(answer)
  }
  return { ...service, routes, fetch: guarded((request, server) => service.fetch(request, server)) }
}

function refusal(): Response {
  const failure = badRequest(message('A request names one host. This one names several.'))
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return Response.json(errorBody(failure), { status: 400, headers })
}
