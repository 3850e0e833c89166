import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { Failure } from '@pictoglyph/site/language/failure'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createLog } from '@pictoglyph/web/log'
import { createRequestMeter } from '@pictoglyph/web/metrics/index'
import { serveService } from '@pictoglyph/web/serve-service'
import { createService } from '@pictoglyph/web/service'
import { createTextRequestLog } from '../src/serve/serve-site.ts'

test('requests to the text service are counted by day, those that were kept out apart, and nothing twice', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'text-requests-'))
  const database = await createSqliteDatabase({ path: join(directory, 'site.sqlite') })
  let nowMs = Date.UTC(2026, 4, 1, 23)
  const meter = createRequestMeter()
  const answer = () => Response.json({ ok: true })
  const refuse = () => {
    throw new Failure({ code: 'RATE_LIMITED', resetAtMs: nowMs, limit: 1 })
  }
  const create = (name: string) =>
    createService({
      name,
      routes: [
        { path: '/api/public/encrypt', methods: { POST: answer } },
        { path: '/api/public/decrypt', methods: { POST: refuse } },
        { path: '/docs', methods: { GET: answer } },
      ],
      log: createLog('silent'),
      trustedProxies: createNetworkSet([]),
      clock: () => nowMs,
      answerOptions: () => new Response(null, { status: 204 }),
    })
  const listen = { hostname: 'localhost', port: 0, connectionTimeoutSeconds: 10, maxBodyBytes: 1_000 }
  const text = serveService(meter.observe(create('text')), listen)
  const images = serveService(meter.observe(create('images')), listen)
  const write = createTextRequestLog({ meter, traffic: database.traffic, clock: () => nowMs })
  try {
    await write()
    expect(await database.traffic.daily(0)).toEqual([])
    const ask = (path: string, method: string) => fetch(new URL(path, text.url), { method })
    for (const path of ['/api/public/encrypt', '/api/public/encrypt', '/api/public/decrypt'])
      await ask(path, 'POST')
    await ask('/docs', 'GET')
    await ask('/api/public/encrypt', 'OPTIONS')
    await fetch(new URL('/api/public/encrypt', images.url), { method: 'POST' })
    await write()
    await write()
    nowMs += 2 * 60 * 60 * 1000
    await ask('/api/public/encrypt', 'POST')
    await write()
    expect(await database.traffic.daily(0)).toEqual([
      { day: '2026-05-01', answered: 2, refused: 1 },
      { day: '2026-05-02', answered: 1, refused: 0 },
    ])
  } finally {
    await text.stop(0)
    await images.stop(0)
    await database.close()
    await rm(directory, { recursive: true })
  }
})
