import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { Failure, type FailureCode, type FailureFacts } from '@pictoglyph/site/language/failure'
import { failures } from '@pictoglyph/site/language/failures'
import { message } from '@pictoglyph/site/language/message'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { Registry } from 'prom-client'
import { healthRoutes } from '../src/health.ts'
import { keepAnswer, keepBody } from '../src/kept-answer.ts'
import { describeError, type Log, type LogFacts } from '../src/log.ts'
import { createRequestMeter, showRequests, withMetrics } from '../src/metrics/index.ts'
import { apiDescriptionRoutes } from '../src/openapi/description-routes.ts'
import { failurePage } from '../src/page/failure-page.tsx'
import { faviconRoute } from '../src/page/favicon.ts'
import { htmlPage } from '../src/page/html-page.tsx'
import { createKeptPage } from '../src/page/kept-page.ts'
import { readPreferences } from '../src/page/preferences.ts'
import { plainFace } from '../src/page/site-face.ts'
import { readBody } from '../src/read-body.ts'
import { headerAddress, leadTo } from '../src/redirect.ts'
import { createSecurityEvents, securityEventNames } from '../src/security-events.ts'
import { serveService } from '../src/serve-service.ts'
import { createService, type ServiceOptions } from '../src/service.ts'
import { siteFileRoutes } from '../src/site-files.ts'
import { withStrictTransport } from '../src/strict-transport.ts'
import { sampleDocument } from './openapi/sample-document.ts'
import { createRecordedTour, linesOfJson } from './recorded-lines.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)
const codes = Object.keys(failures) as FailureCode[]

/** A failure with the facts of its example. */
function failureOf(code: string): Failure {
  const { example } = failures[code as FailureCode] as { example?: object }
  return new Failure({ code, ...example } as FailureFacts)
}

/** A log whose lines can be read, without the traces of errors. */
function createReadLog() {
  const lines: string[] = []
  const note = (level: string) => (facts: LogFacts, said: string) =>
    void lines.push(
      `${level} ${said} ${JSON.stringify(facts, (name, value: unknown) => (name === 'stack' ? undefined : value))}`,
    )
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') }
  return { lines, log }
}

/** A service with a route for each kind of answer. */
function openService(more: Partial<ServiceOptions> = {}, baseUrl = 'http://sample.example') {
  const { lines, log } = createReadLog()
  const told: string[] = []
  const state = { face: plainFace, unready: true }
  const page = createKeptPage('/kept', (preferences, word: string) => ({
    preferences,
    title: word,
    body: word,
  }))
  const kept = keepAnswer(keepBody('kept '.repeat(300)), {
    'Content-Type': 'text/plain',
    'Cache-Control': 'max-age=5',
  })
  const short = keepAnswer(keepBody('short'), { 'Content-Type': 'text/plain' })
  const bounds = { idleMs: 10_000, overallMs: 10_000, maxBytes: () => 10 }
  const wiring = { log, trustedProxies: createNetworkSet([parseCidr('127.0.0.0/8')]), clock: () => startMs }
  const meter = createRequestMeter()
  const registry = new Registry()
  showRequests(registry, meter)
  const service = createService({
    ...wiring,
    name: 'sample',
    headers: { 'X-Everywhere': 'yes' },
    renderFailure: failurePage,
    face: () => state.face,
    onFailure: (code) => void told.push(code),
    maxUploadBytes: () => 100,
    routes: [
      {
        path: '/fail/:code',
        methods: {
          GET: (context) => {
            throw failureOf(context.param('code'))
          },
          POST: async (context) => {
            context.failureHeaders = { 'X-Of-Request': 'yes' }
            throw failureOf(context.param('code'))
          },
        },
        isUpload: true,
      },
      {
        path: '/throw',
        methods: {
          GET: () => {
            throw new Error('secret', { cause: new TypeError('deeper') })
          },
          POST: () => Promise.reject('no error'),
          PUT: (context, answerFailure) =>
            answerFailure(context, new Failure({ code: 'NOT_FOUND', what: message('It') })),
        },
        answersFailures: false,
      },
      {
        path: '/page',
        methods: {
          GET: (context) =>
            htmlPage({ preferences: readPreferences(context), title: 'A page', body: 'Words' }),
        },
      },
      { path: '/kept', methods: { GET: (context) => page(context, 'kept') } },
      { path: '/text', methods: { GET: (context) => kept(context) } },
      { path: '/short', methods: { GET: (context) => short(context, ['a=b', 'c=d']) } },
      {
        path: '/to',
        methods: { GET: (context) => leadTo(context.target.searchParams.get('to') ?? '', { 'X-More': 'm' }) },
      },
      {
        path: '/body',
        methods: {
          POST: async ({ request }) => new Response(Uint8Array.from(await readBody(request, 'body', bounds))),
          PUT: async ({ request }) => new Response(Uint8Array.from(await readBody(request, 'form', bounds))),
        },
      },
      {
        path: '/who/:name/x',
        methods: {
          GET: (context) =>
            Response.json({
              address: context.address()?.text ?? null,
              name: context.param('name'),
              nothing: context.param('no'),
              target: context.target.href.replace('http://localhost', ''),
            }),
        },
      },
      faviconRoute({ 'X-Icon': 'yes' }),
      ...siteFileRoutes(() => state.face, wiring.clock, { 'X-File': 'yes' }),
      ...apiDescriptionRoutes(() => ({ document: sampleDocument, chinese: {} }), { 'X-Description': 'yes' }),
      ...healthRoutes({
        lifecycle: { stopping: false, details: { queue: { kind: 'none' } } },
        checks: [
          { name: 'rows', check: async () => {} },
          {
            name: 'bytes',
            check: async () => {
              if (state.unready) throw new Error('away')
            },
          },
          {
            name: 'scan',
            check: async () => {
              if (state.unready)
                throw new Failure({ code: 'OVERLOADED', retryAfterSeconds: 1, helper: 'scanner' })
            },
          },
        ],
        onUnready: (part, error) => log.warn({ part, error: describeError(error) }, 'not ready'),
      }),
    ],
    ...more,
  })
  const metered = withMetrics(meter.observe(service), {
    ...wiring,
    text: () => registry.metrics(),
    token: 'token',
  })
  const running = serveService(withStrictTransport(metered, baseUrl), {
    hostname: '127.0.0.1',
    port: 0,
    connectionTimeoutSeconds: 5,
    maxBodyBytes: 1_000,
  })
  const tour = createRecordedTour(running.url.replace(/\/$/, ''), { etag: /(?<=etag: (?:W\/)?")[\w-]{8,}/g })
  return { tour, lines, told, state, registry, [Symbol.asyncDispose]: () => running.stop(0) }
}

test('each kind of answer of a service, and what it logs, is as recorded', async () => {
  await using opened = openService()
  const { tour, lines, told, state } = opened
  tour.about('Failures')
  for (const code of codes) for (const method of ['GET', 'POST']) await tour.ask(`/fail/${code}`, { method })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await tour.ask('/throw', { method })
  for (const Accept of ['text/html', 'application/json', 'TEXT/HTML;q=0.1'])
    for (const path of ['/fail/NOT_FOUND', '/fail/METHOD_NOT_ALLOWED', '/fail/BAD_REQUEST', '/nothing'])
      await tour.ask(path, { headers: { Accept } })
  await tour.ask('/fail/NOT_FOUND', { headers: { Accept: 'text/html', 'Accept-Language': 'zh' } })
  await tour.ask('/fail/METHOD_NOT_ALLOWED', { headers: { Accept: 'text/html', 'Accept-Language': 'zh' } })

  tour.about('Paths')
  for (const path of [
    '/PAGE',
    '/page/',
    '//page',
    '/p%61ge',
    '/p%41ge',
    '/%2e/page',
    '/a/../page',
    '/who/x',
    '/who/a%2Fb/x',
    '/who/a/x?b=c',
    '/who//x',
  ])
    await tour.ask(path)
  for (const method of ['HEAD', 'POST', 'OPTIONS', 'PATCH']) await tour.ask('/page', { method })
  const form = new FormData()
  form.set('file', 'x')
  await tour.ask('/elsewhere', { method: 'POST', body: form }, 'POST /elsewhere, a form')
  for (const from of ['192.0.2.1', '192.0.2.1, 127.0.0.2', 'unknown', '::1', '2001:db8::1'])
    await tour.ask('/who/x/x', { headers: { 'X-Forwarded-For': from } })

  tour.about('Pages')
  const choices = [
    '',
    'lang=en',
    'lang=zh-CN',
    'lang=xx',
    'theme=dark',
    'theme=xx',
    'lang=zh-CN&theme=light&x=1',
  ]
  for (const path of ['/page', '/kept'])
    for (const query of choices)
      for (const Cookie of ['', 'language=zh-CN; theme=dark', 'language=xx; theme=xx'])
        await tour.ask(`${path}?${query}`, { headers: { Cookie } })
  for (const languages of [
    'zh',
    'zh-TW',
    'en, zh;q=0.9',
    'zh;q=0.1, en;q=0.9',
    'fr, zh;q=0.5',
    'fr',
    '*',
    'zh;q=0',
  ])
    await tour.ask('/page', { headers: { 'Accept-Language': languages } })

  tour.about('Kept answers')
  for (const path of ['/text', '/short', '/kept'])
    for (const encodings of ['', 'gzip', 'br', 'gzip;q=0, br', 'br;q=0.0', 'BR', 'xbr', 'gzip;q=0.5']) {
      const answer = await tour.ask(path, { headers: { 'Accept-Encoding': encodings } })
      const tag = answer.headers.get('etag') ?? ''
      tour.names.name(`If-None-Match: ${tag}`, `If-None-Match: its tag`)
      await tour.ask(
        path,
        { headers: { 'If-None-Match': tag, 'Accept-Encoding': encodings } },
        `GET ${path} | Accept-Encoding: ${encodings} | If-None-Match: its tag`,
      )
    }
  for (const tag of ['*', '"x"', 'x']) await tour.ask('/text', { headers: { 'If-None-Match': tag } })
  await tour.ask('/text', { method: 'HEAD' })

  tour.about('Redirects')
  for (const to of ['https://x.example/ä b', '/ü?ü=ü', 'https://bücher.example/%C3%A4', '/plain', '\ud800'])
    await tour.ask(`/to?to=${encodeURIComponent(to.toWellFormed())}`)
  tour.about(`A half of a pair: ${headerAddress('/\ud800')}`)

  tour.about('Bodies')
  for (const method of ['POST', 'PUT'])
    for (const body of ['', 'x'.repeat(10), 'x'.repeat(11), 'x'.repeat(1_000)])
      await tour.ask('/body', { method, body }, `${method} /body of ${body.length} bytes`)

  tour.about('Files')
  for (const path of [
    '/favicon.svg',
    '/robots.txt',
    '/.well-known/security.txt',
    '/openapi.json',
    '/docs',
    '/docs/page.js',
  ])
    for (const method of ['HEAD', 'POST']) await tour.ask(path, { method })
  await tour.ask('/robots.txt')
  state.face = { ...plainFace, 'site.robots': 'noindex', 'site.abuse': 'mailto:a@b.example' }
  await tour.ask('/robots.txt')
  await tour.ask('/.well-known/security.txt')
  await tour.ask('/page')

  tour.about('Health')
  await tour.ask('/livez')
  await tour.ask('/readyz')
  state.unready = false
  await tour.ask('/readyz')

  tour.about('Metrics')
  const shown = await fetch(await urlOf(tour), { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  tour.about(`${shown.status} for a forwarded request`)
  for (const headers of [
    { Forwarded: 'for=x' },
    { Host: 'evil.example' },
    { Authorization: 'Bearer wrong', Host: 'x.example' },
  ] as Record<string, string>[])
    await tour.ask(
      '/metrics',
      { headers },
      `GET /metrics | ${Object.entries(headers).map((one) => one.join(': '))}`,
    )
  const admitted = await Promise.all(
    ['Bearer token', 'bearer  token ', 'Bearer token x', 'token'].map(async (Authorization) => {
      const { status, headers } = await fetch(await urlOf(tour), {
        headers: { Authorization, Forwarded: 'for=x' },
      })
      return `${Authorization}: ${status} ${headers.get('content-type')} ${headers.get('cache-control')} ${headers.get('x-content-type-options')}`
    }),
  )
  const text = await (await fetch(await urlOf(tour))).text()
  const counted = text.split('\n').filter((line) => /^# |_total|_in_flight|_count/.test(line))
  const withoutIds = lines.map((line) => line.replace(/"requestId":"[^"]+"/, '"requestId":"REQUEST"'))
  await expectRecorded(new URL('./recorded-service.txt', import.meta.url), [
    ...tour.lines(),
    ...admitted,
    '',
    '# Metrics',
    ...counted,
    '',
    '# Told',
    told.join(' '),
    '',
    '# Log',
    ...withoutIds,
  ])
}, 60_000)

/** The address of the metrics behind a tour. */
async function urlOf(tour: ReturnType<typeof openService>['tour']): Promise<string> {
  return new URL('/metrics', (await tour.ask('/livez')).url).href
}

test('a service with an https address, or with its own preflight, answers as recorded', async () => {
  await using secure = openService({}, 'https://sample.example')
  for (const path of ['/page', '/nothing', '/throw', '/livez']) await secure.tour.ask(path)
  await using open = openService({
    answerOptions: () => new Response(null, { status: 204, headers: { 'X-Preflight': 'yes' } }),
  })
  for (const path of ['/page', '/nothing', '/fail/x'])
    for (const method of ['OPTIONS', 'PUT']) await open.tour.ask(path, { method })
  await expectRecorded(new URL('./recorded-answers.txt', import.meta.url), [
    ...secure.tour.lines(),
    ...open.tour.lines(),
  ])
})

test('each security event, and the causes of an error, are logged as recorded', async () => {
  const { lines, log } = createReadLog()
  const counted: string[] = []
  const events = createSecurityEvents({ log, now: () => 0, onEvent: (event) => void counted.push(event) })
  const context = { id: 'r', address: () => undefined }
  for (const event of securityEventNames) {
    events.report(event, context)
    events.report(event, context, { user: 'ann', keyId: 'k' })
  }
  for (let times = 0; times < 10; times += 1) events.report('key.refused', context)
  events.close()
  const nested = new Error('a', { cause: new TypeError('b', { cause: 'c' }) })
  const { stack: _, ...facts } = describeError(nested)
  await expectRecorded(new URL('./recorded-events.txt', import.meta.url), [
    ...lines,
    counted.join(' '),
    ...linesOfJson(
      JSON.parse(JSON.stringify(facts, (name, value: unknown) => (name === 'stack' ? undefined : value))),
    ),
    ...linesOfJson(describeError('text')),
  ])
})
