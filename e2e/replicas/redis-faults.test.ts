import { expect, test } from 'bun:test'
import { startRedis } from '../services/redis.ts'
import { startReplicas } from './replicas.ts'
import { encrypt, encryptAtOnce, eventually, metric } from './requests.ts'
import { hasServices, newParts } from './shared-services.ts'

if (hasServices) {
  test('without Redis the text goes on under a share of the limit, says so, and shares again when it is back', async () => {
    await using redis = await startRedis()
    await using replicas = await startReplicas(await newParts({ limiterUrl: redis.url }))
    expect(await encryptAtOnce(replicas.all, 4)).toEqual([200, 200, 200, 200])
    await redis.stop('SIGKILL')
    await replicas.command(['policy', 'set', 'text.requestsPerMinute', '30'])
    await Bun.sleep(2_000)

    for (const site of replicas.all) {
      const statuses = await encryptAtOnce([site], 60)
      // The share of one of two processes is 15. Two were counted before, by this process too.
      expect(statuses.filter((status) => status === 200)).toHaveLength(13)
      expect(statuses.filter((status) => status === 429)).toHaveLength(47)
      expect(await metric(site, 'pictoglyph_limiter_degraded')).toBe(1)
      await eventually(async () =>
        site.log().includes('Redis does not answer: each process grants its share of the limit'),
      )
    }

    await redis.start()
    for (const site of replicas.all) {
      await eventually(async () => (await metric(site, 'pictoglyph_limiter_degraded')) === 0)
      await eventually(async () => site.log().includes('Redis answers again: the limit is shared'))
      // What was accepted meanwhile still counts.
      expect(await encrypt(site)).toBe(429)
    }
  }, 60_000)
}
