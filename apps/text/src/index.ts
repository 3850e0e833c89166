export {
  createDerivationPool,
  type DerivationPool,
  type DerivationPoolOptions,
  nativeScrypt,
} from './derivation/derivation-pool.ts'
export type { EndpointName, Outcome } from './endpoint.ts'
export { exportTextOpenApi, textOpenApi } from './openapi/text-openapi.ts'
export { openPackingPool, type PackingPool, type PackingPoolOptions } from './packing/packing-pool.ts'
export { createTextService, type TextServiceOptions } from './text-service.ts'
