import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readAnswer, verdictOf } from './answers.ts'
import { rawRequest } from './raw-request.ts'
import { openTextSite, type TextSite } from './text-site.ts'

let site: TextSite
const failures: string[] = []
beforeAll(async () => {
  site = await openTextSite({ onFailure: (code) => failures.push(code) })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

const json = { 'Content-Type': 'application/json' }
const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  fetch(`${site.url}/api/public/encrypt`, { method: 'POST', headers, body })
const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)))
const request = (text: string): string => `{"text":${text},"charsetId":"roar","algorithmId":"classic"}`
const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth)

const refused: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'nothing at all': '',
  'white space only': ' \n\t',
  'a bare word': 'text',
  null: 'null',
  'a number': '1e999',
  'a string': '"text"',
  'an array': '[]',
  'an array of requests': `[${request('"a"')}]`,
  'an empty object': '{}',
  'a trailing comma': '{"text":"a",}',
  'a comment': '{"text":"a"/**/}',
  'single quotes': "{'text':'a'}",
  'something after the object': `${request('"a"')} x`,
  'two objects': request('"a"').repeat(2),
  'an object cut off': request('"a"').slice(0, -1),
  'a line break within a string': request('"a\nb"'),
  'a NUL within a string': request('"a\0b"'),
  'an escape that does not exist': request('"\\x41"'),
  'half a Unicode escape': request('"\\u12"'),
  'a number out of range for text': request('1e999'),
  'true for text': request('true'),
  'null for text': request('null'),
  'an array for text': request('["a"]'),
  'an object for text': request('{"toString":"a"}'),
  'an empty text': request('""'),
  'text in the prototype': '{"__proto__":{"text":"a"},"charsetId":"roar","algorithmId":"classic"}',
  'a charsetId that every object has': '{"text":"a","charsetId":"constructor","algorithmId":"classic"}',
  'a charsetId of the prototype': '{"text":"a","charsetId":"__proto__","algorithmId":"classic"}',
  'an algorithmId that every object has': '{"text":"a","charsetId":"roar","algorithmId":"toString"}',
  'a number for a key': '{"text":"a","charsetId":"roar","algorithmId":"classic","key":1}',
  'a byte that is not UTF-8': bytes('{"text":"', [0xff], '"}'),
  'a continuation byte alone': bytes('{"text":"', [0x80], '"}'),
  'an overlong form': bytes('{"text":"', [0xc0, 0xaf], '"}'),
  'a surrogate in UTF-8': bytes('{"text":"', [0xed, 0xa0, 0xbd], '"}'),
  'a code point beyond Unicode': bytes('{"text":"', [0xf4, 0x90, 0x80, 0x80], '"}'),
  'a character cut off': bytes('{"text":"', [0xf0, 0x9f, 0x98], '"}'),
  'bytes that are not UTF-8 in a field of no interest': bytes(
    request('"a"').slice(0, -1),
    ',"x":"',
    [0xff],
    '"}',
  ),
  'UTF-16': Uint8Array.from(Buffer.from(`\ufeff${request('"a"')}`, 'utf16le')),
  'two byte order marks': `\ufeff\ufeff${request('"a"')}`,
  'arrays within arrays, a million deep': nested('[', '', ']', 1_000_000),
  'arrays opened and never closed': '['.repeat(2_400_000),
  'objects within objects, 300,000 deep': nested('{"a":', '1', '}', 300_000),
  'depth hidden in a field of no interest': `{"x":${nested('[', '', ']', 1_000_000)},${request('"a"').slice(1)}`,
  'a quarter of a million names': `{${Array.from({ length: 250_000 }, (_, i) => `"${i}":1`).join(',')}}`,
  'a million empty objects': `[${'{},'.repeat(800_000)}1]`,
  'a million escaped quotation marks': request(`"${'\\"'.repeat(1_000_000)}"`),
  'more bytes than are taken': request(`"${'a'.repeat(2_500_000)}"`),
}

for (const [name, body] of Object.entries(refused)) {
  test(`refused as BAD_REQUEST: ${name}`, async () => {
    const answer = await send(body)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await verdictOf(answer)).toBe('400 BAD_REQUEST')
  })
}

const accepted: Record<string, { body: string | Uint8Array<ArrayBuffer>; text: string }> = {
  'white space around everything': { body: ` \r\n${request('"a"').replaceAll(',', '\t,\n')} `, text: 'a' },
  'a byte order mark': { body: `\ufeff${request('"a"')}`, text: 'a' },
  'names given twice, of which the last counts': {
    body: `{"text":"no",${request('"a"').slice(1)}`,
    text: 'a',
  },
  'a __proto__ of its own': { body: `{"__proto__":{"key":1},${request('"a"').slice(1)}`, text: 'a' },
  'null for no key': { body: `{"key":null,${request('"a"').slice(1)}`, text: 'a' },
  'fields of no interest': { body: `{"x":[1,{"y":null}],${request('"a"').slice(1)}`, text: 'a' },
  'a long field of no interest': {
    body: `{"x":"${'y'.repeat(2_000_000)}",${request('"a"').slice(1)}`,
    text: 'a',
  },
  'a lone high surrogate, escaped': { body: request('"\\ud83d"'), text: '\ud83d' },
  'a lone low surrogate, escaped': { body: request('"a\\udE3Ab"'), text: 'a\ude3ab' },
  'surrogates the wrong way round': { body: request('"\\ude3a\\ud83d"'), text: '\ude3a\ud83d' },
  'a pair of escapes': { body: request('"\\ud83d\\ude3a"'), text: '😺' },
  'control characters, escaped': {
    body: request('"\\u0000\\b\\f\\n\\r\\t\\u001f"'),
    text: '\0\b\f\n\r\t\x1f',
  },
  'a replacement character': { body: request('"\ufffd"'), text: '\ufffd' },
  'characters that were no part of JavaScript': { body: request('"\u2028\u2029"'), text: '\u2028\u2029' },
  'twenty thousand quotation marks': { body: request(`"${'\\"'.repeat(20_000)}"`), text: '"'.repeat(20_000) },
}

for (const [name, { body, text }] of Object.entries(accepted)) {
  test(`accepted, and comes back: ${name}`, async () => {
    const { data } = await readAnswer(await send(body))
    const back = await readAnswer(await site.post('/api/public/decrypt', { cipher: data.cipher }))
    expect(back.data.text).toBe(text)
  })
}

describe('the declared type', () => {
  const types: Record<string, string> = {
    'application/json': '200',
    'APPLICATION/JSON': '200',
    'application/json; charset=utf-8': '200',
    'application/json;charset="UTF-8"; q=1': '200',
    'application/json; charset=utf8': '200',
    'application/json; charset=gbk': '400 BAD_REQUEST',
    'application/jsonx': '400 BAD_REQUEST',
    'application/json+x': '400 BAD_REQUEST',
    'text/json': '400 BAD_REQUEST',
    'text/plain': '400 BAD_REQUEST',
    'application/x-www-form-urlencoded': '400 BAD_REQUEST',
    'multipart/form-data; boundary=application/json': '400 BAD_REQUEST',
    '': '400 BAD_REQUEST',
  }
  for (const [type, verdict] of Object.entries(types)) {
    test(`"${type}" gives ${verdict}`, async () => {
      expect(await verdictOf(await send(request('"a"'), { 'Content-Type': type }))).toBe(verdict)
    })
  }

  test('a body that is or claims to be compressed is refused', async () => {
    const gzip = { ...json, 'Content-Encoding': 'gzip' }
    for (const body of [Bun.gzipSync(request('"a"')), request('"a"')])
      expect(await verdictOf(await send(body, gzip))).toBe('400 BAD_REQUEST')
    expect(await verdictOf(await send(request('"a"'), { ...json, 'Content-Encoding': 'identity' }))).toBe(
      '200',
    )
  })
})

describe('the way a body comes', () => {
  const head = (...lines: string[]): string =>
    ['POST /api/public/encrypt HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join(
      '\r\n',
    )
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const chunked = head('Transfer-Encoding: chunked')

  test('in chunks, cut within a character', async () => {
    const body = Buffer.from(request('"好"'))
    const cut = body.indexOf('好') + 1
    const parts = [body.subarray(0, cut), body.subarray(cut)]
    const framed = parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n'])
    expect(await rawRequest(site.port, [chunked, ...framed, '0\r\n\r\n'])).toStartWith('HTTP/1.1 200')
  })

  test('in chunks without end, and is refused at the limit', async () => {
    const parts = Array.from({ length: 40 }, () => chunk('a'.repeat(100_000)))
    const answer = await rawRequest(site.port, [chunked, ...parts])
    expect(answer).toStartWith('HTTP/1.1 400')
    expect(answer).toContain('at most 2500000 bytes')
    expect(answer).toContain('Access-Control-Allow-Origin: *')
  })

  test('announced as too large, and is refused before it comes', async () => {
    const answer = await rawRequest(site.port, [head('Content-Length: 2500001')])
    expect(answer).toStartWith('HTTP/1.1 400')
    expect(answer).toContain('at most 2500000 bytes')
  })

  test('not at all', async () => {
    expect(await rawRequest(site.port, [head()])).toStartWith('HTTP/1.1 400')
  })

  test('broken off, without harm to others', async () => {
    for (const begun of [`${head('Content-Length: 100')}{"text":`, `${chunked}64\r\n{"text":`]) {
      const failuresBefore = failures.length
      // A request that breaks off before the server has read any of it does not count.
      for (let patienceMs = 20; failures.length === failuresBefore; patienceMs *= 2) {
        const socket = await Bun.connect({ hostname: '127.0.0.1', port: site.port, socket: { data() {} } })
        socket.write(begun)
        await Bun.sleep(patienceMs)
        socket.terminate()
        for (let looks = 0; looks < 100 && failures.length === failuresBefore; looks++) await Bun.sleep(2)
      }
    }
    expect(await verdictOf(await send(request('"a"')))).toBe('200')
  })
})

test('nothing of all this is a failure of the service', async () => {
  const told: string[] = []
  await using another = await openTextSite({ onFailure: (code) => told.push(code) })
  const bodies = [...Object.values(refused), ...Object.values(accepted).map(({ body }) => body)]
  for (const body of bodies) {
    await (await fetch(`${another.url}/api/public/encrypt`, { method: 'POST', headers: json, body })).bytes()
  }
  expect(told).toEqual(Object.keys(refused).map(() => 'BAD_REQUEST'))
})
