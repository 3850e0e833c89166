import type { Face } from './face.ts'

export interface ListenOptions {
  hostname: string
  /** 0 takes any free port. */
  port: number
  /** Seconds without traffic until a connection is closed. */
  idleTimeoutSeconds: number
  /** The most bytes the server reads of any body; routes have limits of their own below it. */
  mostBodyBytes: number
  /** Several processes share the port. */
  sharePort?: boolean
}

export interface RunningFace {
  readonly name: string
  readonly url: string
  readonly port: number
  /** Takes no new connection and lets running requests finish, up to a time; then it ends them. */
  stop(deadlineMs: number): Promise<void>
}

/** Opens the socket of a face. @throws if the address can't be bound */
export function serveFace(face: Face, options: ListenOptions): RunningFace {
  const server = Bun.serve({
    hostname: options.hostname,
    port: options.port,
    reusePort: options.sharePort ?? false,
    idleTimeout: options.idleTimeoutSeconds,
    maxRequestBodySize: options.mostBodyBytes,
    development: false,
    routes: face.routes,
    fetch: face.fetch,
  })
  return {
    name: face.name,
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
