export {
  createDerivationPool,
  type DerivationPool,
  nativeScrypt,
} from './derivation/derivation-pool.ts'
export { exportTextOpenApi, textOpenApi } from './openapi/text-openapi.ts'
export { openPackingPool, type PackingPool } from './packing/packing-pool.ts'
export { createTextService, type TextServiceOptions } from './text-service.ts'
