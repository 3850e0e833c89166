export { withMetrics } from './metrics-route.ts'
export { showProcess } from './process-metrics.ts'
export {
  createRequestMeter,
  type RequestMeter,
} from './request-meter.ts'
export { showRequests } from './request-metrics.ts'
