export {
  createDerivationPool,
  type DerivationPool,
  type DerivationPoolOptions,
} from './derivation/derivation-pool.ts'
export { nativeScrypt } from './derivation/native-scrypt.ts'
export type { EndpointName, Outcome } from './endpoint.ts'
export { exportTextOpenApi, textOpenApi } from './openapi/text-openapi.ts'
export { createTextService, type TextServiceOptions } from './text-service.ts'
