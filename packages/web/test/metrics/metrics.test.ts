import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/site/language/failure'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { Registry } from 'prom-client'
import { createLog, type Log, type LogFacts } from '../../src/log.ts'
import { createRequestMeter, showProcess, showRequests, withMetrics } from '../../src/metrics/index.ts'
import { serveService } from '../../src/serve-service.ts'
import { createService } from '../../src/service.ts'

function serveMetered(options: { log?: Log; text?: () => Promise<string>; token?: string } = {}) {
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
        path: '/slow',
        methods: {
          async GET() {
            await Bun.sleep(30)
            return new Response('slow')
          },
        },
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
  const served = serveService(
    withMetrics(meter.observe(service), { ...wiring, text, token: options.token }),
    {
      hostname: '127.0.0.1',
      port: 0,
      connectionTimeoutSeconds: 10,
      maxBodyBytes: 1_000,
    },
  )
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

test('an answer after 30 milliseconds is counted in the buckets above them, and in seconds', async () => {
  await using service = serveMetered()
  await (await fetch(`${service.url}slow`)).text()
  const text = await (await fetch(`${service.url}metrics`)).text()
  const counted = (suffix: string, bound = '') => {
    const name = `pictoglyph_http_request_duration_seconds_${suffix}`
    const start = `${name}{service="sample",route="/slow",method="GET"${bound}} `
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.slice(start.length),
    )
  }
  const upTo = (seconds: string) => counted('bucket', `,le="${seconds}"`)
  expect(['0.0002', '0.001', '0.005', '0.02'].map(upTo)).toEqual([0, 0, 0, 0])
  expect(['10', '60', '+Inf'].map(upTo)).toEqual([1, 1, 1])
  expect(counted('sum')).toBeWithin(0.02, 10)
})

test('a handler that throws is counted as 500, and a request without a route is noted by 200 characters', async () => {
  const begun: string[] = []
  const ended: number[] = []
  const meter = createRequestMeter({
    begin: (request) => begun.push(request),
    end: (noted) => void ended.push(noted),
  })
  const failing = { GET: () => Promise.reject(new Error('broken')) }
  const service = { name: 'sample', routes: { '/fails/:id': failing }, fetch: () => new Response('rest') }
  const { routes, fetch: rest } = meter.observe(service)
  await using server = Bun.serve({
    port: 0,
    routes,
    fetch: rest,
    error: ({ message }) => new Response(message, { status: 500 }),
  })
  const answer = await fetch(`${server.url}fails/7`)
  expect([answer.status, await answer.text()]).toEqual([500, 'broken'])
  await fetch(`${server.url}${'x'.repeat(300)}?query`)
  await fetch(`${server.url}short?query`, { method: 'PUT' })
  expect(begun).toEqual(['sample GET /fails/:id', `sample GET /${'x'.repeat(199)}`, 'sample PUT /short'])
  expect(ended).toEqual([1, 2, 3])
  const answers = meter.routes.map(({ route, statuses, inFlight }) => [
    route,
    statuses[500],
    statuses[200],
    inFlight,
  ])
  expect(answers).toEqual([
    ['/fails/:id', 1, 0, 0],
    ['*', 0, 2, 0],
  ])
})

test('who is forwarded for sees no metrics', async () => {
  await using service = serveMetered()
  const forwarded = await fetch(`${service.url}metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect(forwarded.status).toBe(404)
  expect(await forwarded.text()).not.toContain('pictoglyph_')
})

test('a name that was bound to this machine from elsewhere sees no metrics', async () => {
  await using service = serveMetered()
  const asked = async (host: string) => (await fetch(`${service.url}metrics`, { headers: { host } })).status
  expect(await asked(`localhost:${service.port}`)).toBe(200)
  expect(await asked('[::1]')).toBe(200)
  for (const host of [
    'rebound.example',
    `rebound.example:${service.port}`,
    '10.0.0.1',
    'localhost.example',
  ]) {
    expect(await asked(host)).toBe(404)
  }
})

test('the token opens the metrics under any name, and no other does', async () => {
  await using service = serveMetered({ token: 'a-token-of-the-scraper' })
  const asked = async (authorization: string) => {
    const headers = { host: 'pictoglyph.example', authorization, 'x-forwarded-for': '203.0.113.7' }
    return (await fetch(`${service.url}metrics`, { headers })).status
  }
  expect(await asked('Bearer a-token-of-the-scraper')).toBe(200)
  for (const wrong of [
    'Bearer a-token-of-the-scrapeR',
    'Bearer a-token',
    'Basic a-token-of-the-scraper',
    'Bearer undefined',
  ])
    expect(await asked(wrong)).toBe(404)
  await using closed = serveMetered()
  const headers = { host: 'pictoglyph.example', authorization: 'Bearer undefined' }
  expect((await fetch(`${closed.url}metrics`, { headers })).status).toBe(404)
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
