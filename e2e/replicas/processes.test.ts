import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { startRedis } from '../services/redis.ts'
import { startReplicas } from './replicas.ts'
import { encrypt, encryptAtOnce, eventually, metric } from './requests.ts'
import { freePorts, hasServices, newParts } from './shared-services.ts'

if (hasServices) {
  test('two processes on one port are exact together, outlive one of them, and end with 0', async () => {
    await using redis = await startRedis()
    await using replicas = await startReplicas(await newParts({ limiterUrl: redis.url }), {
      count: 1,
      environment: { PICTOGLYPH_PROCESSES: '2', ...(await freePorts()) },
    })
    const site = replicas.first
    await replicas.command(['policy', 'set', 'text.requestsPerMinute', '60'])
    await Bun.sleep(2_000)
    const statuses = await encryptAtOnce([site], 300)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(await metric(site, 'pictoglyph_limiter_decisions_total{use="text",outcome="accepted"')).toBe(60)
    const perWorker = await Promise.all(
      ['0', '1'].map((worker) =>
        metric(site, `pictoglyph_build_info{version="0.1.0",bun="${Bun.version}",worker="${worker}"}`),
      ),
    )
    expect(perWorker).toEqual([1, 1])

    const [, second = 0] = childrenOf(site.pid)
    process.kill(second, 'SIGKILL')
    await eventually(async () => {
      const children = childrenOf(site.pid)
      return children.length === 2 && !children.includes(second)
    })
    await eventually(async () => (await metric(site, 'pictoglyph_build_info')) === 2)
    expect(await encrypt(site)).toBe(429)

    process.kill(site.pid, 'SIGTERM')
    expect(await site.exited).toBe(0)
  }, 60_000)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
