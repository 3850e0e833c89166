import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createDerivationPool, createTextService, nativeScrypt, openPackingPool } from '@pictoglyph/text'
import { createLog } from '@pictoglyph/web/log'
import { serveService } from '@pictoglyph/web/serve-service'

interface TextService extends AsyncDisposable {
  readonly url: string
}

export async function openTextService({ snapshot }: Pick<SitePorts, 'snapshot'>): Promise<TextService> {
  const limiter = createMemoryLimiter()
  const clock = Date.now
  const packing = await openPackingPool({ maxWaiting: 4 })
  const service = createTextService({
    snapshot,
    limiter,
    trustedProxies: createNetworkSet([]),
    clock,
    log: createLog('silent'),
    derivations: createDerivationPool({
      concurrency: 1,
      maxWaiting: 4,
      memoryBytes: 2 ** 30,
      scrypt: nativeScrypt,
    }),
    packing,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    lifecycle: { stopping: false },
    baseUrl: 'http://localhost',
  })
  const maxBodyBytes = 16 * 1024 * 1024
  const running = serveService(service, {
    hostname: 'localhost',
    port: 0,
    connectionTimeoutSeconds: 30,
    maxBodyBytes,
  })
  return {
    url: running.url,
    async [Symbol.asyncDispose]() {
      await running.stop(0)
      limiter.close()
      await packing.close()
    },
  }
}
