export { readRange } from './byte-range.ts'
export { type ErrorBody, errorBody, errorHeaders, errorStatus } from './error-answer.ts'
export { healthRoutes, inGoodTime, type Lifecycle, type ReadinessCheck } from './health.ts'
export { type Language, languages, negotiateLanguage } from './language.ts'
export { createLog, describeError, type Log, type LogFacts, type ProcessLog } from './log.ts'
export {
  apiDescriptionRoutes,
  type DescriptionOptions,
  serializeOpenApi,
} from './openapi/description-routes.ts'
export type { DescriptionTexts } from './openapi/description-texts.ts'
export type * from './openapi/document.ts'
export {
  type DescribedFailure,
  describedFailures,
  errorResponses,
  exampleTimeMs,
} from './openapi/error-responses.ts'
export { livezOperation, readyzOperation } from './openapi/health-operations.ts'
export { jsonSchema } from './openapi/json-schema.ts'
export { contentSecurityPolicy, type PolicyDirectives, sourceHash } from './page/content-security-policy.ts'
export { type HtmlPage, htmlPage } from './page/html-page.tsx'
export { type PagePreferences, readPreferences, type Theme, themes } from './page/preferences.ts'
export { sharedStyle } from './page/shared-style.ts'
export {
  createSecurityEvents,
  maxSecurityLines,
  type ReportSecurityEvent,
  type SecurityEventName,
  type SecurityEvents,
  type SecuritySubject,
  securityEventNames,
} from './security-events.ts'
export { type ListenOptions, type RunningService, serveService } from './serve-service.ts'
export {
  type ClientAddress,
  createClientAddress,
  createService,
  type FailureAnswer,
  type Handler,
  type HttpService,
  type Method,
  RequestContext,
  type Route,
  type ServiceOptions,
  type ServiceServer,
} from './service.ts'
export { withStrictTransport } from './strict-transport.ts'
