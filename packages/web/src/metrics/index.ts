export { withMetrics } from './metrics-route.ts'
export { showProcess } from './process-metrics.ts'
export {
  createRequestMeter,
  latencyBoundsSeconds,
  type RequestMeter,
  type RequestNotes,
  type RouteCounts,
} from './request-meter.ts'
export { showRequests } from './request-metrics.ts'
