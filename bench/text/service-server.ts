/**
 * The text service with every check on: shipped sets and presets, a limit that the load stays under. Prints its
 * address. The settings are a value rather than a database, which no request reads.
 */

import { typeOf, variantOf } from '@pictoglyph/codec/scheme'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { defaultPolicy } from '@pictoglyph/site/policy'
import type { SiteSnapshot } from '@pictoglyph/site/snapshot'
import { createDerivationPool, createTextService, nativeScrypt, openPackingPool } from '@pictoglyph/text'
import { createLog } from '@pictoglyph/web/log'
import { serveService } from '@pictoglyph/web/serve-service'

const placeOf = (position: number) => ({
  enabled: true,
  isDefault: position === 0,
  unreadable: undefined,
  position,
})

const snapshot: SiteSnapshot = {
  revision: 1,
  policy: { ...defaultPolicy, 'text.requestsPerMinute': 1_000_000_000 },
  blocked: createNetworkSet([parseCidr('192.0.2.0/24'), parseCidr('2001:db8::/32')]),
  allowed: createNetworkSet([]),
  charsets: shippedCharsets.map((charset, position) => ({ ...charset, ...placeOf(position) })),
  presets: shippedPresets.map(({ id, name, scheme }, position) => {
    return { id, name, type: typeOf(scheme), variant: variantOf(scheme), ...placeOf(position) }
  }),
  problems: [],
  staleAtMs: Number.POSITIVE_INFINITY,
}

const service = createTextService({
  snapshot: () => snapshot,
  limiter: createMemoryLimiter(),
  trustedProxies: createNetworkSet([]),
  clock: Date.now,
  log: createLog('warn'),
  derivations: createDerivationPool({
    concurrency: 1,
    maxWaiting: 16,
    memoryBytes: 2 ** 30,
    scrypt: nativeScrypt,
  }),
  packing: await openPackingPool({ maxWaiting: 16 }),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  lifecycle: { stopping: false },
  baseUrl: 'http://localhost:8081',
})

const { url } = serveService(service, {
  hostname: '127.0.0.1',
  port: 0,
  connectionTimeoutSeconds: 30,
  maxBodyBytes: Number.MAX_SAFE_INTEGER,
})
console.log(url)
