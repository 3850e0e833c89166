import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createRecordedTour } from '@pictoglyph/web/test/recorded-lines'
import { openTextSite, type TextSiteOptions } from './text-site.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A site whose clock stands and whose random bytes are all alike, and a tour of it. */
async function openTour(options: TextSiteOptions = {}) {
  const time = { ms: startMs }
  const random = (length: number) => new Uint8Array(length).fill(7)
  const site = await openTextSite({ clock: () => time.ms, random, ...options })
  const tour = createRecordedTour(site.url, {
    etag: /(?<=etag: "|W\/")[\w-]{16,}(?=")/g,
  })
  tour.names.hide(/(?<="?durationMs"?: ?)[\d.]+/g, 'MS')
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<string> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const shown =
      sent.length > 160 ? `(${sent.length} letters)` : JSON.stringify(JSON.parse(JSON.stringify(sent)))
    const more = Object.entries(headers).map((one) => one.join(': '))
    const answer = await tour.ask(
      path,
      { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: sent },
      [`POST ${path} ${shown}`, ...more].join(' | '),
    )
    return answer.text()
  }
  return { site, tour, time, post, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

const recordedIn = (name: string) => new URL(`./recorded-${name}.txt`, import.meta.url)

/** One after the other in the languages and themes of a visitor. */
const visitors = [
  {},
  { 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.1' },
  { Cookie: 'language=zh-CN; theme=dark' },
]

const encrypt = '/api/public/encrypt'
const decrypt = '/api/public/decrypt'
const options = '/api/public/options'

test('the endpoints answer as recorded: each preset, each field at its bounds, each kind of body', async () => {
  await using opened = await openTour()
  const { site, tour, post } = opened
  await tour.ask(options)
  const { data } = (await (await fetch(site.url + options)).json()) as {
    data: { charsets: { id: string }[]; algorithms: { id: string; needKey: boolean }[] }
  }
  const given = { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' }

  tour.about('Sets and presets')
  for (const { id } of data.charsets) await post(encrypt, { ...given, charsetId: id })
  // A derivation for the strong preset takes seconds.
  for (const { id, needKey } of data.algorithms.filter((one) => one.id !== 'aesgcm-strong')) {
    const key = needKey ? { key: 'a long enough key' } : {}
    const made = JSON.parse(await post(encrypt, { ...given, algorithmId: id, ...key })) as {
      data: { cipher: string }
    }
    await post(decrypt, { cipher: made.data.cipher, ...key })
    await post(decrypt, { cipher: made.data.cipher })
    await post(decrypt, { cipher: made.data.cipher, key: 'another key' })
    await post(decrypt, { cipher: made.data.cipher.slice(0, -1), ...key })
  }

  tour.about('Fields')
  for (const name of ['text', 'charsetId', 'algorithmId'])
    for (const value of [
      undefined,
      null,
      5,
      '',
      'nothing',
      '\ud800',
      'x'.repeat(40),
      'x'.repeat(41),
      '字'.repeat(41),
      ['a'],
    ])
      await post(encrypt, { ...given, [name]: value })
  for (const key of [null, 5, '', 'k', '🗝'.repeat(256), '🗝'.repeat(257), '\ud800'])
    for (const algorithmId of ['classic', 'rc4']) await post(encrypt, { ...given, algorithmId, key })
  for (const length of [20_000, 20_001])
    await post(encrypt, { ...given, text: '字'.repeat(length) }, { 'X-Length': String(length) })
  for (const cipher of [
    undefined,
    null,
    5,
    '',
    'no cipher',
    '~',
    '嗷嗷',
    '🙂'.repeat(200_000),
    '🙂'.repeat(200_001),
  ])
    await post(decrypt, { cipher })
  for (const key of [null, 5, '🗝'.repeat(257)]) await post(decrypt, { cipher: '嗷嗷', key })
  const two = JSON.parse(await post(encrypt, given)) as { data: { cipher: string } }
  await post(decrypt, { cipher: `${two.data.cipher} and ${two.data.cipher}` })
  await post(decrypt, { cipher: `so ${two.data.cipher}\n` })

  tour.about('Bodies')
  for (const body of ['', '{', '[]', 'null', '"a"', '5', '\ufeff{}', '{"text":"a","text":"b"}', '{}x'])
    await post(encrypt, body)
  for (const type of [
    'text/plain',
    'application/json; charset=utf-8',
    'application/json;charset="UTF8"',
    'application/json; charset=gbk',
    'Application/JSON ',
    'application/jsonx',
    'application/x-www-form-urlencoded',
  ])
    await post(encrypt, given, { 'Content-Type': type })
  for (const encoding of ['gzip', 'identity', 'Identity'])
    await post(encrypt, given, { 'Content-Encoding': encoding })
  await tour.ask(encrypt, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Uint8Array.of(0x7b, 0xff, 0x7d),
  })
  const padded = (bytes: number) =>
    JSON.stringify(given).replace(/}$/, `,"more":"${'x'.repeat(bytes - JSON.stringify(given).length - 10)}"}`)
  for (const bytes of [65_536, 65_537, 2_500_000, 2_500_001]) await post(encrypt, padded(bytes))
  for (const spaces of [65_536, 131_072])
    await post(encrypt, JSON.stringify(given).replace('{', `{${' '.repeat(spaces)}`))

  tour.about('Methods')
  for (const path of [encrypt, decrypt, options, '/nothing'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      await tour.ask(path, { method })
  for (const path of ['/API/public/encrypt', '/api/public/encrypt/', '/api/public', '//'])
    for (const Accept of ['*/*', 'text/html']) await tour.ask(path, { headers: { Accept } })

  tour.about('Long answers')
  const long = { ...given, text: 'x'.repeat(2_000) }
  for (const accepted of ['', 'gzip', 'gzip;q=0', 'br', '*', 'identity'])
    await post(encrypt, long, { 'Accept-Encoding': accepted })
  await tour.ask(options, { headers: { 'Accept-Encoding': 'gzip, br' } })
  await tour.ask(options, { headers: { 'Accept-Encoding': 'br;q=0, gzip' } })
  await expectRecorded(recordedIn('endpoints'), tour.lines())
}, 60_000)

test('limits, lists and failures of the service answer as recorded', async () => {
  await using opened = await openTour({
    checks: [{ name: 'database', check: () => Promise.reject(new Error('away')) }],
  })
  const { site, tour, time, post } = opened
  const given = { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' }
  tour.about('Two requests a minute')
  await site.setPolicy('text.requestsPerMinute', '2')
  for (const after of [0, 1, 1, 29_998, 29_999, 1, 1, 60_000]) {
    time.ms += after
    tour.about(`${after} ms later`)
    await post(encrypt, given)
  }
  for (const [path, body] of [
    [decrypt, { cipher: 'no cipher' }],
    [encrypt, '{'],
    [encrypt, given],
  ] as const)
    await post(path, body)
  await tour.ask(options)
  await tour.ask(options, { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  await site.setPolicy('text.requestsPerMinute', '3')
  await tour.ask(options, { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  await site.setPolicy('text.requestsPerMinute', '0')
  await tour.ask(options, { headers: { 'X-Forwarded-For': '192.0.2.1' } })

  tour.about('Lists')
  await site.change((ports) => listNetworks(ports, commandActor, 'block', [{ network: '192.0.2.0/24' }]))
  for (const from of ['192.0.2.1', '192.0.3.1', 'unknown'])
    for (const headers of visitors) {
      await tour.ask(options, { headers: { 'X-Forwarded-For': from, ...headers } })
      await tour.ask('/', {
        method: 'POST',
        headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: 'text=a&does=encrypt',
      })
    }
  await site.setPolicy('text.whitelistMode', 'on')
  for (const headers of visitors) {
    await tour.ask(options, { headers: { 'X-Forwarded-For': '192.0.3.1', ...headers } })
    await tour.ask('/', {
      method: 'POST',
      headers: {
        'X-Forwarded-For': '192.0.3.1',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: 'text=a&does=encrypt',
    })
  }
  tour.about('Health')
  for (const path of ['/livez', '/readyz'])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await tour.ask(path, { method })
  await using stopping = await openTour({ lifecycle: { stopping: true } })
  for (const path of ['/livez', '/readyz', '/'])
    await stopping.tour.ask(path, { method: 'HEAD' }, `HEAD ${path} of a service that stops`)
  await stopping.tour.ask('/readyz', {}, 'GET /readyz of a service that stops')
  await expectRecorded(recordedIn('limits'), [...tour.lines(), ...stopping.tour.lines()])
}, 60_000)

test('the playground and its form without script are as recorded, in both languages', async () => {
  await using opened = await openTour()
  const { site, tour } = opened
  tour.about('The page')
  for (const headers of visitors) await tour.ask('/', { headers })
  for (const method of ['HEAD', 'PUT', 'OPTIONS']) await tour.ask('/', { method })
  await tour.ask('/?lang=zh-CN&theme=light&more=1')

  tour.about('Its form')
  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString()
    const said = body.length > 120 ? `(${body.length} letters)` : body
    const shown = Object.entries(headers).map((one) => one.join(': '))
    await tour.ask(
      '/',
      { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }, body },
      [`POST / ${said}`, ...shown].join(' | '),
    )
  }
  const chosen = { charsetId: 'roar', algorithmId: 'classic', key: '' }
  const keyed = { charsetId: 'roar', algorithmId: 'rc4', key: 'k' }
  for (const headers of visitors) {
    await send({ ...chosen, text: 'a\r\nb', cipher: 'old', does: 'encrypt' }, headers)
    await send({ ...keyed, text: 'a', does: 'encrypt' }, headers)
    await send({ ...keyed, key: '', text: 'a', does: 'encrypt' }, headers)
    await send({ ...chosen, text: '', does: 'encrypt' }, headers)
    await send({ ...chosen, text: '字'.repeat(20_001), does: 'encrypt' }, headers)
    await send({ ...chosen, key: 'k'.repeat(257), text: 'a', does: 'encrypt' }, headers)
    await send({ ...chosen, charsetId: 'nothing', text: 'a', does: 'encrypt' }, headers)
    await send({ ...chosen, algorithmId: 'nothing', text: 'a', does: 'encrypt' }, headers)
    await send({ text: 'a' }, headers)
    await send({ ...chosen, text: 'old', cipher: '', does: 'decrypt' }, headers)
    await send({ ...chosen, cipher: 'no cipher', does: 'decrypt' }, headers)
    for (const [algorithmId, key] of [
      ['classic', ''],
      ['rc4', 'k'],
    ] as const) {
      const answer = await site.post(encrypt, { text: 'Hi', charsetId: 'roar', algorithmId, key })
      const { data } = (await answer.json()) as { data: { cipher: string } }
      await send({ ...chosen, key, cipher: data.cipher, does: 'decrypt' }, headers)
      await send({ ...chosen, cipher: data.cipher, text: 'old', does: 'decrypt' }, headers)
      await send({ ...chosen, key: 'other', cipher: data.cipher, does: 'decrypt' }, headers)
    }
    await send({ ...chosen, text: 'a', does: 'encrypt' }, { 'Content-Type': 'text/plain', ...headers })
  }
  await send({ ...chosen, text: 'x'.repeat(2_500_000), does: 'encrypt' })
  await site.setPolicy('text.requestsPerMinute', '1')
  for (const headers of visitors) await send({ ...chosen, text: 'a', does: 'encrypt' }, headers)
  await site.setPolicy('text.requestsPerMinute', '0')

  tour.about('Files')
  const [, script = ''] = /src="\.?(\/assets\/[^"]+)"/.exec(await (await fetch(site.url)).text()) ?? []
  for (const method of ['GET', 'HEAD', 'POST']) await tour.ask(script, { method })
  await tour.ask(script, { headers: { 'Accept-Encoding': 'br' } })
  await tour.ask('/assets/nothing.js')
  for (const path of ['/favicon.svg', '/robots.txt', '/.well-known/security.txt'])
    for (const method of ['GET', 'HEAD', 'POST']) await tour.ask(path, { method })
  for (const headers of visitors) await tour.ask('/docs', { method: 'HEAD', headers })
  await tour.ask('/openapi.json', { method: 'HEAD' })
  for (const headers of visitors) await tour.ask('/nothing', { headers: { Accept: 'text/html', ...headers } })
  await site.setPolicy('site.name', 'Our <site>')
  await site.setPolicy(
    'site.links',
    JSON.stringify([{ label: 'Imprint & <more>', url: 'https://example.org/imprint' }]),
  )
  await site.setPolicy('site.robots', 'noindex')
  for (const headers of visitors) await tour.ask('/', { headers })
  await expectRecorded(recordedIn('playground'), tour.lines())
}, 60_000)
