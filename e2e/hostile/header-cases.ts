import type { HostileCase } from './hostile-case.ts'
import { category, end, file, requestBytes, uploadBytes } from './upload-request.ts'

const whole = category + file + end
const get = (path: string, headers: Record<string, string | null> = {}) =>
  requestBytes(`GET ${path} HTTP/1.1`, '', { 'content-length': null, ...headers })

const upload = (
  name: string,
  headers: Record<string, string | null>,
  statuses: readonly number[],
  rest: Partial<HostileCase> = {},
): HostileCase => ({
  name,
  service: 'images',
  bytes: (credentials) => uploadBytes(credentials, whole, headers),
  statuses,
  ...rest,
})

const unauthorized = { code: 'UNAUTHORIZED' }

const keys: HostileCase[] = [
  upload('no key', { authorization: null }, [401], unauthorized),
  upload('an empty key', { authorization: 'Bearer ' }, [401], unauthorized),
  upload('another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }, [401], unauthorized),
  upload('an unknown key', { authorization: `Bearer pgl_${'0'.repeat(33)}` }, [401], unauthorized),
  upload('a key of 6 kB', { authorization: `Bearer ${'k'.repeat(6_000)}` }, [401], unauthorized),
  upload('a key that is SQL', { authorization: "Bearer ' OR '1'='1" }, [401], unauthorized),
]

/** Of a body whose length is in doubt nothing may be stored; what HTTP itself refuses has no code of ours. */
const framing: HostileCase[] = [
  upload('a length of more than was sent', { 'content-length': String(whole.length + 10) }, [0, 400], {
    closing: true,
  }),
  upload('a length of less than was sent', { 'content-length': '100' }, [400]),
  upload('a negative length', { 'content-length': '-1' }, [0, 400]),
  upload('a length that is no number', { 'content-length': '0x10' }, [0, 400]),
  upload('a length of 2^64', { 'content-length': '18446744073709551616' }, [0, 400, 413]),
  upload('two lengths', { 'content-length': '5\r\ncontent-length: 6' }, [0, 400]),
  upload('a length and chunks', { 'transfer-encoding': 'chunked' }, [0, 400]),
  upload('chunks that are none', { 'content-length': null, 'transfer-encoding': 'chunked' }, [0, 400]),
  upload('an unknown coding', { 'content-length': null, 'transfer-encoding': 'rot13' }, [0, 400, 411, 501]),
  upload('an expectation', { expect: '100-continue' }, [200]),
  upload('an upgrade', { connection: 'upgrade', upgrade: 'websocket' }, [200, 400, 426]),
  upload('an idempotency key of 5 kB', { 'idempotency-key': 'i'.repeat(5_000) }, [400]),
  upload('a host that makes no address', { host: '[::1' }, [200]),
  upload('addresses of any kind', { 'x-forwarded-for': '::ffff:1.2.3.4, fe80::1%eth0, unknown,,"' }, [200]),
]

const lines: [name: string, bytes: string, statuses: readonly number[]][] = [
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [0, 400]],
  ['an empty line', '\r\n\r\n\r\n\r\n', [0, 400]],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: localhost\r\n\r\n', [0, 400, 505]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [0, 400, 404, 405, 505]],
  ['no host', 'GET /livez HTTP/1.1\r\n\r\n', [0, 200, 400]],
  ['two hosts', 'GET /livez HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', [0, 200, 400]],
  ['an unknown method', 'BREW /livez HTTP/1.1\r\nhost: localhost\r\n\r\n', [0, 400, 404, 405, 501]],
  ['a space before a colon', 'GET /livez HTTP/1.1\r\nhost : localhost\r\n\r\n', [0, 200, 400]],
  ['NUL in a header', get('/livez', { x: 'a\0b' }), [0, 200, 400]],
  [
    '5000 headers',
    get('/livez', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 'y']))),
    [0, 200, 400, 431],
  ],
  ['a header of 1 MB', get('/livez', { x: 'h'.repeat(1_000_000) }), [0, 400, 431]],
  ['an address of 100 kB', get(`/${'a'.repeat(100_000)}`), [0, 400, 404, 414, 431]],
  ['a host that makes no address', get('/nowhere', { host: '[::1' }), [400, 404]],
  ['a host that makes no address, on a page', get('/p/AAAAAAAAAAAAAA?after=x', { host: '%' }), [404]],
  ['a whole address as the target', get('http://elsewhere.example/livez'), [200, 400, 404]],
  ['a path out of the tree', get('/i/../../../../etc/passwd'), [400, 404]],
  ['an encoded path out of the tree', get('/i/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), [400, 404]],
  ['NUL in a path', get('/i/a%00b'), [400, 404]],
  ['a broken escape', get('/i/%zz'), [400, 404]],
  ['bytes that are not UTF-8 in a path', get('/i/%ff%fe'), [400, 404]],
  ['a fragment', get('/livez#x'), [200, 400, 404, 405]],
]

const ranges: [range: string, statuses: readonly number[]][] = [
  ['bytes=-0', [404]],
  [`bytes=${'0-1,'.repeat(1_000)}2-3`, [404]],
  ['bytes=99999999999999999999-', [404]],
]

/** A link leads nowhere by any name that none can have, and by none that nobody has. */
const linkNames = [
  ...['unknown', '.', '..', '...', 'a.b', '%2e%2e', '..%2f..%2fetc', 'a%00b', '%', '%ff%fe', '%F0%9F%92%A9'],
  ...[
    '%D0%B0bc',
    'abc%20',
    'ABC',
    '-'.repeat(65),
    'a'.repeat(8_000),
    "'%20OR%201=1--",
    'a/b',
    '?',
    '%0d%0aX:y',
  ],
]

const conditions: Record<string, string>[] = [
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-none-match': `${'"a",'.repeat(1_500)}"b"` },
  { 'if-none-match': 'W/W/"a", ,,' },
  { 'if-match': '"a"', 'if-none-match': '*', range: 'bytes=0-' },
  { 'if-modified-since': 'the day before yesterday', 'if-range': '\xff' },
]

const linkCases: HostileCase[] = [
  ...linkNames.map((name) => ({
    name: `the link ${name.slice(0, 30)}`,
    service: 'images' as const,
    bytes: () => get(`/l/${name}`),
    statuses: [400, 404],
  })),
  ...conditions.flatMap((headers) => [
    {
      name: `a link under the condition ${JSON.stringify(headers).slice(0, 40)}`,
      service: 'images' as const,
      bytes: () => get('/l/unknown', headers),
      statuses: [404],
      code: 'NOT_FOUND',
    },
    {
      name: `the page for guests under the condition ${JSON.stringify(headers).slice(0, 40)}`,
      service: 'images' as const,
      bytes: () => get('/drop', headers),
      // RFC 9110, section 13.1.2: any representation that there is.
      statuses: [headers['if-none-match'] === '*' ? 304 : 200],
    },
  ]),
  ...(['POST', 'PUT', 'DELETE', 'PATCH'] as const).flatMap((method) =>
    ['/drop', '/l/badge'].map((path) => ({
      name: `${method} ${path}`,
      service: 'images' as const,
      bytes: () => requestBytes(`${method} ${path} HTTP/1.1`, 'key=pgl_x'),
      statuses: [405],
      code: 'METHOD_NOT_ALLOWED',
    })),
  ),
  ...['/drop/', '/drop/..%2f', '/drop%00', '/DROP'].map((path) => ({
    name: `the path ${path}`,
    service: 'images' as const,
    bytes: () => get(path),
    statuses: [400, 404],
  })),
]

export const headerCases: readonly HostileCase[] = [
  ...keys,
  ...framing,
  ...linkCases,
  ...(['images', 'text'] as const).flatMap((service) =>
    lines.map(([name, bytes, statuses]) => ({ name, service, bytes: () => bytes, statuses })),
  ),
  ...ranges.map(([range, statuses]) => ({
    name: `the range ${range.slice(0, 40)}`,
    service: 'images' as const,
    bytes: () => get('/i/AAAAAAAAAAAAAA', { range }),
    statuses,
  })),
]
