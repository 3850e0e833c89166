import { Counter, Gauge, Histogram, type MetricType, type Registry } from 'prom-client'
import { latencyBoundsSeconds, type RequestMeter, type RouteCounts } from './request-meter.ts'

type Histogrammed = Awaited<ReturnType<Histogram['get']>>

/** Registers the meter's counts as `pictoglyph_http_…`, computed when they are read. */
export function showRequests(registry: Registry, meter: RequestMeter): void {
  const registers = [registry]
  new Counter({
    name: 'pictoglyph_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['service', 'route', 'method', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { service, route, method, statuses } of meter.routes) {
        for (const [status, count] of statuses.entries())
          if (count > 0) this.inc({ service, route, method, status }, count)
      }
    },
  })
  new Gauge({
    name: 'pictoglyph_http_requests_in_flight',
    help: 'Requests without an answer yet; those of /api/v1/upload are uploads in flight.',
    labelNames: ['service', 'route', 'method'],
    registers,
    collect() {
      this.reset()
      for (const { service, route, method, inFlight } of meter.routes)
        if (inFlight > 0 || (isUpload(route) && method === 'POST'))
          this.set({ service, route, method }, inFlight)
    },
  })
  new RouteLatencies(registry, meter)
}

const latencyName = 'pictoglyph_http_request_duration_seconds'
const latencyHelp = 'From the request to the head of its answer.'
const isUpload = (route: string) => route === '/api/v1/upload'

/** A histogram whose numbers are counted elsewhere. */
class RouteLatencies extends Histogram {
  readonly #meter: RequestMeter

  constructor(registry: Registry, meter: RequestMeter) {
    super({
      name: latencyName,
      help: latencyHelp,
      labelNames: ['service', 'route', 'method'],
      registers: [registry],
    })
    this.#meter = meter
  }

  override async get(): Promise<Histogrammed> {
    return {
      name: latencyName,
      help: latencyHelp,
      // The declared type is a numeric enumeration, but the registry writes this word.
      type: 'histogram' as unknown as MetricType,
      aggregator: 'sum',
      collect: () => undefined,
      values: this.#meter.routes.flatMap(samplesOf),
    }
  }

  /** Called by the registry when it writes the text. */
  getForPromString(): Promise<Histogrammed> {
    return this.get()
  }
}

function samplesOf({ service, route, method, buckets, sumMs }: RouteCounts) {
  const labels = { service, route, method }
  let count = 0
  const cumulative = latencyBoundsSeconds.map((le, index) => {
    count += buckets[index] ?? 0
    return { metricName: `${latencyName}_bucket`, labels: { ...labels, le }, value: count }
  })
  count += buckets[latencyBoundsSeconds.length] ?? 0
  if (count === 0) return []
  return [
    ...cumulative,
    { metricName: `${latencyName}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${latencyName}_sum`, labels, value: sumMs / 1000 },
    { metricName: `${latencyName}_count`, labels, value: count },
  ]
}
