import { expect, test } from 'bun:test'
import { createNetworkSet, Failure } from '@pictoglyph/core'
import { Registry } from 'prom-client'
import { createLog, createService, type Log, type LogFacts, serveService } from '../../src/index.ts'
import { createRequestMeter, showProcess, showRequests, withMetrics } from '../../src/metrics/index.ts'

function serveMetered(options: { log?: Log; text?: () => Promise<string> } = {}) {
  const meter = createRequestMeter()
  const registry = new Registry()
  const { log = createLog('silent'), text = () => registry.metrics() } = options
  showRequests(registry, meter)
  showProcess(registry, '1.2.3')
  const wiring = { log, trustedProxies: createNetworkSet([]), clock: Date.now }
  const service = createService({
    ...wiring,
    name: 'sample',
    routes: [
      {
        path: '/i/:name',
        methods: { GET: () => new Response('now'), POST: async () => new Response('later') },
      },
      {
        path: '/bad',
        methods: {
          GET() {
            throw new Failure({ code: 'FORBIDDEN', permission: 'images:upload' })
          },
        },
      },
    ],
  })
  const served = serveService(withMetrics(meter.observe(service), { ...wiring, text }), {
    hostname: '127.0.0.1',
    port: 0,
    connectionTimeoutSeconds: 10,
    maxBodyBytes: 1_000,
  })
  return { ...served, [Symbol.asyncDispose]: () => served.stop(0) }
}

test('requests are counted by route, method and status, and their latencies in buckets', async () => {
  await using service = serveMetered()
  for (const path of ['i/1', 'i/2', 'bad', 'unknown']) await (await fetch(service.url + path)).text()
  await (await fetch(`${service.url}i/3`, { method: 'POST' })).text()
  const text = await (await fetch(`${service.url}metrics`)).text()
  const requests = (labels: string) => `pictoglyph_http_requests_total{service="sample",${labels}}`
  expect(text).toContain(`${requests('route="/i/:name",method="GET",status="200"')} 2\n`)
  expect(text).toContain(`${requests('route="/i/:name",method="POST",status="200"')} 1\n`)
  expect(text).toContain(`${requests('route="/bad",method="GET",status="403"')} 1\n`)
  expect(text).toContain(`${requests('route="*",method="*",status="404"')} 1\n`)
  const latency = 'pictoglyph_http_request_duration_seconds'
  expect(text).toContain(`# TYPE ${latency} histogram`)
  expect(text).toContain(`${latency}_bucket{service="sample",route="/i/:name",method="GET",le="+Inf"} 2\n`)
  expect(text).toContain(`${latency}_count{service="sample",route="/i/:name",method="GET"} 2\n`)
  expect(text).toMatch(/pictoglyph_build_info\{version="1\.2\.3",bun="[\d.]+"\} 1/)
  expect(text).toMatch(/process_resident_memory_bytes \d+/)
})

test('who is forwarded for sees no metrics', async () => {
  await using service = serveMetered()
  const forwarded = await fetch(`${service.url}metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect(forwarded.status).toBe(404)
  expect(await forwarded.text()).not.toContain('pictoglyph_')
})

test('metrics that could not be had are answered as every failure is, and why is only logged', async () => {
  const logged: LogFacts[] = []
  const log = { ...createLog('silent'), error: (facts: LogFacts) => void logged.push(facts) }
  await using service = serveMetered({ log, text: () => Promise.reject(new Error('no answer in time')) })
  const answer = await fetch(`${service.url}metrics`)
  expect(answer.status).toBe(500)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).not.toBeNull()
  expect(logged).toMatchObject([
    {
      service: 'sample',
      requestId,
      method: 'GET',
      path: '/metrics',
      error: { message: 'no answer in time' },
    },
  ])
})
