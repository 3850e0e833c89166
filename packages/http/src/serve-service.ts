import type { HttpService } from './service.ts'

export interface ListenOptions {
  hostname: string
  /** 0 takes any free port. */
  port: number
  /**
   * Seconds until a connection is closed on which nothing was sent to the client: from its last answer on, and from a
   * request's first byte on. What the client sends does not lengthen it, so that a slow body is cut off however
   * steadily it arrives, without an answer; nor does work that takes its time. Only what is written to the client
   * begins it again, or `RequestContext.setConnectionTimeout`. The server counts in steps of four seconds.
   */
  connectionTimeoutSeconds: number
  /** The most bytes the server reads of any body; routes have limits of their own below it. */
  maxBodyBytes: number
  /** Several processes share the port. */
  sharePort?: boolean
}

export interface RunningService {
  readonly name: string
  readonly url: string
  readonly port: number
  /** Takes no new connection and lets running requests finish, up to a time; then it ends them. */
  stop(deadlineMs: number): Promise<void>
}

/** Opens the socket of a service. @throws if the address can't be bound */
export function serveService(service: HttpService, options: ListenOptions): RunningService {
  const server = Bun.serve({
    hostname: options.hostname,
    port: options.port,
    reusePort: options.sharePort ?? false,
    idleTimeout: options.connectionTimeoutSeconds,
    maxRequestBodySize: options.maxBodyBytes,
    development: false,
    routes: service.routes,
    fetch: service.fetch,
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
