import { expect, test } from 'bun:test'
import { pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const boundary = 'frontier'
const image = Buffer.from(pngOf(3)).toString('latin1')
const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`
const part = (head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
const category = part(disposition('name="categoryId"'), 'general')
const file = part(disposition('name="file"; filename="a.png"'), image)
const end = `--${boundary}--\r\n`
const multipart = `multipart/form-data; boundary=${boundary}`

interface Case {
  name: string
  body: string
  contentType?: string
  headers?: Record<string, string>
}

const refused: Case[] = [
  { name: 'a body that is no multipart', body: '{}', contentType: 'application/json' },
  { name: 'no boundary', body: category + file + end, contentType: 'multipart/form-data' },
  { name: 'an empty boundary', body: category + file + end, contentType: 'multipart/form-data; boundary=' },
  { name: 'a doubled boundary', body: category + file + end, contentType: `${multipart}; boundary=other` },
  {
    name: 'a boundary of 71 characters',
    body: category,
    contentType: `multipart/form-data; boundary=${'b'.repeat(71)}`,
  },
  {
    name: 'another boundary than announced',
    body: (category + file + end).replaceAll(boundary, 'elsewhere'),
  },
  { name: 'no terminator', body: category + file },
  { name: 'an empty body', body: '' },
  { name: 'line feeds only', body: (category + file + end).replaceAll('\r\n', '\n') },
  { name: 'a part without a name', body: category + part(disposition('filename="a.png"'), image) + end },
  { name: 'a second file', body: category + file + file + end },
  { name: 'a category sent twice', body: category + category + file + end },
  {
    name: 'a file name of 90 kB',
    body: category + part(disposition(`name="file"; filename="${'n'.repeat(90_000)}"`), image) + end,
  },
  {
    name: 'a file name with NUL',
    body: category + part(disposition('name="file"; filename="a\0.png"'), image) + end,
  },
  { name: 'thousands of fields', body: part(disposition('name="x"'), 'y').repeat(3_000) + end },
  {
    name: 'a field of 2 MB',
    body: part(disposition('name="title"'), 't'.repeat(2_000_000)) + category + file + end,
  },
  {
    name: 'nested multipart',
    body: part(`${disposition('name="file"')}\r\nContent-Type: multipart/mixed; boundary=in`, image) + end,
  },
  {
    name: 'a field that is not UTF-8',
    body: part(disposition('name="title"'), '\xff\xfe') + category + file + end,
  },
  { name: 'a compressed body', body: category + file + end, headers: { 'Content-Encoding': 'gzip' } },
]

for (const { name, body, contentType = multipart, headers = {} } of refused) {
  test(`${name} is a bad request and leaves nothing behind`, async () => {
    await using site = await openSite()
    const answer = await fetch(`${site.url}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${site.apiKey}`, 'Content-Type': contentType, ...headers },
      body: Buffer.from(body, 'latin1'),
    })
    const { ok, error } = (await answer.json()) as { ok: boolean; error: { code: string; message: string } }
    expect([answer.status, ok, error.code]).toEqual([400, false, 'BAD_REQUEST'])
    expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
  })
}

test('file names with paths, line breaks and turned text are taken as no more than names', async () => {
  await using site = await openSite()
  for (const name of ['../../../etc/passwd', 'C:\\\\x.png', '\u202egnp.exe', 'a%00b.png', '.', '']) {
    const answer = await fetch(`${site.url}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${site.apiKey}`, 'Content-Type': multipart },
      body: Buffer.from(
        category + part(disposition(`name="file"; filename="${name}"`), image) + end,
        'latin1',
      ),
    })
    expect(answer.status).toBe(200)
  }
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('an unknown text field is skipped, whatever its length and content', async () => {
  await using site = await openSite()
  const unknown = ['x'.repeat(2_000_000), '\xff\xfe', 'a\0b', 'again'].map((text) =>
    part(disposition('name="unknown"'), text),
  )
  const answer = await fetch(`${site.url}/api/v1/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.apiKey}`, 'Content-Type': multipart },
    body: Buffer.from(unknown.join('') + category + unknown.join('') + file + end, 'latin1'),
  })
  expect(answer.status).toBe(200)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

const badTexts: [text: string, problem: string][] = [
  ['\xff\xfe', 'must be UTF-8 without NUL'],
  ['a\0b', 'must be UTF-8 without NUL'],
  ['t'.repeat(65_537), 'must not be longer than 65536 bytes'],
]
for (const [text, problem] of badTexts) {
  test(`a title that ${problem} is refused by its name: ${JSON.stringify(text.slice(0, 4))}`, async () => {
    await using site = await openSite()
    const answer = await fetch(`${site.url}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${site.apiKey}`, 'Content-Type': multipart },
      body: Buffer.from(part(disposition('name="title"'), text) + category + file + end, 'latin1'),
    })
    const { error } = (await answer.json()) as { error: { message: string } }
    expect(error.message).toBe(`The field "title" ${problem}.`)
  })
}
