import type { BunRequest } from 'bun'
import type { ServiceServer } from '../request-context.ts'
import type { HttpService, Method } from '../service.ts'

/** Upper bounds of the latency buckets, in seconds: from a short cipher to a long upload. */
export const latencyBoundsSeconds = [0.0002, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60] as const

const boundsMs = Float64Array.from(latencyBoundsSeconds, (seconds) => seconds * 1000)
const maxStatus = 600

/** The counts of one route of a service. */
export interface RouteCounts {
  readonly service: string
  /** The route's path with its parameters' names, or `*` for everything without a route. */
  readonly route: string
  readonly method: Method | '*'
  /** Answers by status. */
  readonly statuses: Float64Array
  /** Answers by latency: one count for each bound, and one for longer ones. Not cumulative. */
  readonly buckets: Float64Array
  /** All latencies together. */
  sumMs: number
  /** Requests without an answer yet. */
  inFlight: number
}

/** Counts requests in arrays, which takes a tenth of a microsecond a request. */
export interface RequestMeter {
  /** Counts the requests of a service. A latency ends with the head of the answer, even if its body is streamed. */
  observe(service: HttpService): HttpService
  /** One for each route of the observed services. */
  readonly routes: readonly RouteCounts[]
}

type ServiceHandler = (request: BunRequest, server: ServiceServer) => Response | Promise<Response>

/** Callbacks for each request when it comes, by method and route, and when it has an answer. */
interface RequestNotes {
  /** @returns the argument for `end` */
  begin(request: string): number
  end(noted: number): void
}

/** Counts nothing until a service is observed. */
export function createRequestMeter(notes?: RequestNotes): RequestMeter {
  const routes: RouteCounts[] = []

  function counted(counts: RouteCounts, handler: ServiceHandler): ServiceHandler {
    routes.push(counts)
    const label = `${counts.service} ${counts.method} ${counts.route}`
    const labelOf = (request: BunRequest) =>
      counts.route === '*' ? `${counts.service} ${request.method} ${pathOf(request)}` : label

    function finish(status: number, startedMs: number, noted: number): void {
      const elapsedMs = performance.now() - startedMs
      let bucket = 0
      while (bucket < boundsMs.length && elapsedMs > (boundsMs[bucket] as number)) bucket += 1
      counts.buckets[bucket] = (counts.buckets[bucket] as number) + 1
      counts.statuses[status] = (counts.statuses[status] as number) + 1
      counts.sumMs += elapsedMs
      counts.inFlight -= 1
      notes?.end(noted)
    }
    return (request, server) => {
      const startedMs = performance.now()
      counts.inFlight += 1
      const noted = notes?.begin(labelOf(request)) ?? 0
      const answer = handler(request, server)
      if (!(answer instanceof Promise)) {
        finish(answer.status, startedMs, noted)
        return answer
      }
      return answer.then(
        (response) => {
          finish(response.status, startedMs, noted)
          return response
        },
        (error: unknown) => {
          finish(500, startedMs, noted)
          throw error
        },
      )
    }
  }

  return {
    routes,
    observe({ name, routes: paths, fetch }) {
      const observed: HttpService['routes'] = {}
      for (const [path, methods] of Object.entries(paths)) {
        const handlers: HttpService['routes'][string] = {}
        for (const [method, handler] of Object.entries(methods)) {
          handlers[method as Method] = counted(emptyCounts(name, path, method as Method), handler)
        }
        observed[path] = handlers
      }
      const rest = counted(emptyCounts(name, '*', '*'), (request, server) => fetch(request, server))
      return { name, routes: observed, fetch: (request, server) => rest(request as BunRequest, server) }
    },
  }
}

/** The path without its query, cut after 200 characters. */
const pathOf = ({ url }: BunRequest): string => /^https?:\/\/[^/]*([^?]{0,200})/i.exec(url)?.[1] ?? ''

function emptyCounts(service: string, route: string, method: RouteCounts['method']): RouteCounts {
  return {
    service,
    route,
    method,
    statuses: new Float64Array(maxStatus),
    buckets: new Float64Array(boundsMs.length + 1),
    sumMs: 0,
    inFlight: 0,
  }
}
