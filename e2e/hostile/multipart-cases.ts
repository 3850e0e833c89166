import type { HostileCase } from './hostile-case.ts'
import {
  boundary,
  category,
  end,
  file,
  image,
  multipartType,
  named,
  part,
  uploadBytes,
} from './upload-request.ts'

interface Body {
  name: string
  body: string
  headers?: Record<string, string | null>
}

const whole = category + file + end
const fileNamed = (name: string) => category + part(named(`name="file"; filename="${name}"`), image) + end

const malformed: Body[] = [
  { name: 'JSON as an upload', body: '{}', headers: { 'content-type': 'application/json' } },
  { name: 'no Content-Type', body: whole, headers: { 'content-type': null } },
  { name: 'no boundary', body: whole, headers: { 'content-type': 'multipart/form-data' } },
  { name: 'an empty boundary', body: whole, headers: { 'content-type': 'multipart/form-data; boundary=' } },
  {
    name: 'a doubled boundary',
    body: whole,
    headers: { 'content-type': `${multipartType}; boundary=other` },
  },
  {
    name: 'a boundary of 4000 characters',
    body: whole,
    headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(4_000)}` },
  },
  { name: 'another boundary than announced', body: whole.replaceAll(boundary, 'elsewhere') },
  { name: 'an empty body', body: '' },
  { name: 'no terminator', body: category + file },
  { name: 'a body that ends within a head', body: `${category}--${boundary}\r\nContent-Dispo` },
  { name: 'line feeds only', body: whole.replaceAll('\r\n', '\n') },
  { name: 'a part without a head', body: `--${boundary}\r\n\r\nx\r\n${end}` },
  { name: 'a part without a name', body: category + part(named('filename="a.png"'), image) + end },
  { name: 'a second file', body: category + file + file + end },
  { name: 'a category sent twice', body: category + category + file + end },
  { name: 'a file name of 90 kB', body: fileNamed('n'.repeat(90_000)) },
  { name: 'thousands of fields', body: part(named('name="x"'), 'y').repeat(3_000) + whole },
  { name: 'a field of 2 MB', body: part(named('name="title"'), 't'.repeat(2_000_000)) + whole },
  { name: 'a head of 1 MB', body: part(`X: ${'h'.repeat(1_000_000)}`, 'x') + whole },
  { name: 'a field that is not UTF-8', body: part(named('name="title"'), '\xff\xfe') + whole },
  {
    name: 'nested multipart',
    body:
      category + part(`${named('name="file"')}\r\nContent-Type: multipart/mixed; boundary=in`, image) + end,
  },
  { name: 'a compressed body', body: whole, headers: { 'content-encoding': 'gzip' } },
  ...['0s', '-1h', '1h2m', '9999999d', '1e3s', '٣d', '1h\0', 'NaN', '1'.repeat(100_000)].map((span) => ({
    name: `the span ${JSON.stringify(span.slice(0, 20))}`,
    body: part(named('name="expiresIn"'), span) + whole,
  })),
  { name: 'two spans', body: part(named('name="expiresIn"'), '1h').repeat(2) + whole },
  ...['0', 'g'.repeat(64), 'a'.repeat(65), "' OR 1=1 --", `${'a'.repeat(63)}\0`, 'a'.repeat(100_000)].map(
    (hash) => ({
      name: `the hash ${JSON.stringify(hash.slice(0, 20))} of ${hash.length} characters in place of a file`,
      body: category + part(named('name="sha256"'), hash) + end,
    }),
  ),
  ...[
    'ab',
    'A-B',
    'a.b',
    '../etc',
    '.',
    'a b',
    'a\0b',
    'n\xc3\xa4me',
    'a%2fb',
    'a'.repeat(65),
    'a'.repeat(100_000),
  ].map((name) => ({
    name: `the link ${JSON.stringify(name.slice(0, 20))} of ${name.length} characters`,
    body: part(named('name="link"'), name) + whole,
  })),
  { name: 'a NUL in a title', body: part(named('name="title"'), 'a\0b') + whole },
]

const refusedFiles: (Body & { code: string })[] = [
  { name: 'no file', body: category + end, code: 'FILE_MISSING' },
  {
    name: 'the hash of a file that nobody has',
    body: category + part(named('name="sha256"'), 'a'.repeat(64)) + end,
    code: 'FILE_MISSING',
  },
  {
    name: 'an empty file',
    body: category + part(named('name="file"; filename="a.png"'), '') + end,
    code: 'FILE_MISSING',
  },
  { name: 'no category', body: file + end, code: 'CATEGORY_MISSING' },
  {
    name: 'a category that is not there',
    body: category.replace('general', "' OR 1=1 --") + file + end,
    code: 'CATEGORY_UNAVAILABLE',
  },
  {
    name: 'HTML with a name of an image',
    body: category + file.replace(image, '<script>alert(1)</script>') + end,
    code: 'TYPE_NOT_ALLOWED',
  },
  {
    name: 'a cut image',
    body: category + file.replace(image, () => image.slice(0, 200)) + end,
    code: 'INVALID_IMAGE',
  },
]

const stored: Body[] = [
  { name: 'a file before its fields', body: file + category + end },
  { name: 'a hash next to its file', body: part(named('name="sha256"'), 'x'.repeat(1_000)) + whole },
  {
    name: 'a span, a hash and a link of spaces',
    body: ['expiresIn', 'sha256', 'link'].map((name) => part(named(`name="${name}"`), ' ')).join('') + whole,
  },
  { name: 'a preamble and an epilogue', body: `before\r\n${whole}after` },
  ...[
    '../../../etc/passwd',
    'C:\\\\x.png',
    '\xe2\x80\xaegnp.exe',
    'a%00b.png',
    '.',
    '',
    "'; DROP TABLE images; --",
  ].map((name) => ({ name: `a file called "${name}"`, body: fileNamed(name) })),
]

const asCase = ({ name, body, headers }: Body): Pick<HostileCase, 'name' | 'service' | 'bytes'> => ({
  name,
  service: 'images',
  bytes: (credentials) => uploadBytes(credentials, body, headers),
})

export const multipartCases: readonly HostileCase[] = [
  ...malformed.map((body) => ({ ...asCase(body), statuses: [400], code: 'BAD_REQUEST' })),
  ...refusedFiles.map((body) => ({ ...asCase(body), statuses: [400], code: body.code })),
  {
    ...asCase({
      name: 'a link that its key is not bound to',
      body: part(named('name="link"'), 'badge') + whole,
    }),
    statuses: [403],
    code: 'KEY_BOUND',
  },
  ...stored.map((body) => ({ ...asCase(body), statuses: [200] })),
]
