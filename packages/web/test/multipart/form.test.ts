import { expect, test } from 'bun:test'
import { readBoundary } from '../../src/multipart/headers.ts'
import { defaultFormLimits, type FormLimits, ignored, readForm } from '../../src/upload/read-upload-form.ts'
import { composeBody, cut, fieldHeader } from './bodies.ts'
import { refusalOf } from './refusals.ts'

const boundary = 'XbX'
const fileHeader = 'Content-Disposition: form-data; name="file"; filename="a.png"'

function stream(chunks: Uint8Array[]) {
  const state = { pulled: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.pulled]
        state.pulled += 1
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      cancel() {
        state.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, state }
}

async function outcome(parts: [string[], Uint8Array | string][], limits: FormLimits = defaultFormLimits) {
  const { body } = stream(cut(composeBody(boundary, parts), [1000]))
  return await readForm(body, { boundary, limits, fieldNames: ['a'], openFile: () => ignored }).catch(
    refusalOf,
  )
}

test('a form made by FormData comes back field by field, byte by byte', async () => {
  const form = new FormData()
  const bytes = crypto.getRandomValues(new Uint8Array(50_000))
  form.append('title', '\uFEFF嗷呜 "é"\r\n')
  form.append('file', new File([bytes], '猫"咪.png', { type: 'image/png' }))
  form.append('title', '')
  const response = new Response(form)
  const contentType = response.headers.get('content-type')
  const body = response.body
  if (body === null) throw new Error('a form has a body')

  const pieces: Uint8Array[] = []
  const seen: unknown[] = []
  const fields = await readForm(body, {
    boundary: readBoundary(contentType),
    fieldNames: ['title'],
    openFile: (part) => {
      seen.push(part)
      return { write: (piece) => void pieces.push(piece.slice()), end: () => void seen.push('end') }
    },
  })
  expect(fields).toEqual([
    { name: 'title', value: '\uFEFF嗷呜 "é"\r\n' },
    { name: 'title', value: '' },
  ])
  expect(seen).toEqual([{ name: 'file', isFile: true, fileName: '猫"咪.png', isJson: false }, 'end'])
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
})

test('no more of the body is read while a sink is busy', async () => {
  const { body, state } = stream(cut(composeBody(boundary, [[[fileHeader], Buffer.alloc(10_000)]]), [1000]))
  const started = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const write = () => {
    started.resolve()
    return free.promise
  }
  const fields = readForm(body, { boundary, fieldNames: [], openFile: () => ({ write, end() {} }) })
  await started.promise
  await Bun.sleep(1)
  expect(state.pulled).toBe(1)
  free.resolve()
  expect(await fields).toEqual([])
  expect(state.pulled).toBe(12)
})

test('a failure of the body or of a sink cancels the body and reaches the client', async () => {
  const chunks = cut(composeBody(boundary, [[[fileHeader], Buffer.alloc(10_000)]]), [1000])
  const write = () => Promise.reject(new Error('disk full'))
  const openFile = () => ({ write, end() {} })

  const full = stream(chunks)
  await expect(readForm(full.body, { boundary, fieldNames: [], openFile })).rejects.toThrow('disk full')
  expect(full.state).toEqual({ pulled: 1, cancelled: true })

  const malformed = stream([Buffer.from('--XbX\n'), ...chunks])
  await expect(readForm(malformed.body, { boundary, fieldNames: [], openFile })).rejects.toThrow('CR LF')
  expect(malformed.state).toEqual({ pulled: 1, cancelled: true })
})

test('a truncated body never ends its file', async () => {
  const { body } = stream([composeBody(boundary, [[[fileHeader], 'x']]).subarray(0, -11)])
  const written: string[] = []
  const openFile = () => ({
    write: (bytes: Uint8Array) => void written.push(Buffer.from(bytes).toString()),
    end: () => void written.push('end'),
  })
  const result = await readForm(body, { boundary, fieldNames: [], openFile }).catch(refusalOf)
  expect([result, written]).toEqual(['BODY_TRUNCATED', ['x']])
})

test('the limits on text hold to the byte', async () => {
  const limits = { ...defaultFormLimits, fieldBytes: 3000, fieldsBytes: 5000 }
  const field = (bytes: number): [string[], string] => [[fieldHeader('a')], 'x'.repeat(bytes)]
  expect(await outcome([field(3000), field(2000)], limits)).toHaveLength(2)
  expect(await outcome([field(3001)], limits)).toBe('FIELD_TOO_LARGE')
  expect(await outcome([field(3000), field(2001)], limits)).toBe('FIELDS_TOO_LARGE')
  expect(await outcome([field(2_000_000)])).toBe('FIELD_TOO_LARGE')
})

test('a field that is not UTF-8 text is refused, not repaired', async () => {
  expect(await outcome([[[fieldHeader('a')], Buffer.from([0x61, 0xff])]])).toBe('FIELD_NOT_TEXT')
  expect(await outcome([[[fieldHeader('a')], 'a\0b']])).toBe('FIELD_NOT_TEXT')
})

test('a field is read whatever type or file name it has', async () => {
  const heads = [
    ['Content-Disposition: form-data; name="a"; filename="a"'],
    ['Content-Disposition: form-data; name="a"; filename="blob"', 'Content-Type: application/octet-stream'],
    ['Content-Disposition: form-data; name="a"', 'Content-Type: application/octet-stream'],
    ['Content-Disposition: form-data; name="a"', 'Content-Type: multipart/form-data'],
  ]
  for (const lines of heads) expect(await outcome([[lines, 'x']])).toEqual([{ name: 'a', value: 'x' }])
})

test('a field is read in the character encoding that it declares', async () => {
  const declared = (charset: string) => [fieldHeader('a'), `Content-Type: text/plain; charset=${charset}`]
  const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3])
  expect(await outcome([[declared('gbk'), gbk]])).toEqual([{ name: 'a', value: '你好' }])
  expect(await outcome([[declared('UTF-8'), '你好']])).toEqual([{ name: 'a', value: '你好' }])
  expect(await outcome([[declared('utf-8'), gbk]])).toBe('FIELD_NOT_TEXT')
  expect(await outcome([[declared('klingon'), 'x']])).toBe('CHARSET_UNKNOWN')
})

test.each([
  ['utf-16', Buffer.from([0xfe, 0xff, 0, 0x68, 0, 0xe9]), 'hé'],
  ['utf-16', Buffer.from([0xff, 0xfe, 0x68, 0, 0xe9, 0]), 'hé'],
  ['us-ascii', '中文', '中文'],
  ['', 'é', 'é'],
  ["'utf-8'", 'é', 'é'],
  ['UTF_8', 'é', 'é'],
  ['cp936', Buffer.from([0xc4, 0xe3]), '你'],
])('a field that calls its encoding %p is read as it was meant', async (charset, bytes, value) => {
  const lines = [fieldHeader('a'), `Content-Type: text/plain; charset=${charset}`]
  expect(await outcome([[lines, bytes]])).toEqual([{ name: 'a', value }])
})

test('fields without an encoding of their own have that of the form, if they are not UTF-8', async () => {
  const named: [string[], string] = [[fieldHeader('_charset_')], 'GBK']
  const field = (bytes: Uint8Array | string): [string[], Uint8Array | string] => [[fieldHeader('a')], bytes]
  const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3])
  for (const parts of [
    [named, field(gbk)],
    [field(gbk), named],
    [named, field('你好')],
  ]) {
    expect(await outcome(parts)).toEqual([{ name: 'a', value: '你好' }])
  }
  expect(await outcome([[[fieldHeader('_charset_')], 'klingon'], field('x')])).toBe('CHARSET_UNKNOWN')
})

test.each([
  ['"Hi \\u00e9"', [{ name: 'a', value: 'Hi é' }]],
  ['null', []],
  ['12', [{ name: 'a', value: '12' }]],
  ['not JSON', [{ name: 'a', value: 'not JSON' }]],
])('a field that calls itself JSON and is %s is read as that', async (sent, fields) => {
  expect(await outcome([[[fieldHeader('a'), 'Content-Type: application/json'], sent]])).toEqual(fields)
})

test('a boundary that the body does not have is told apart from a body that is cut', async () => {
  const { body } = stream([composeBody('another', [[[fieldHeader('a')], 'x']])])
  const read = readForm(body, { boundary, fieldNames: ['a'], openFile: () => ignored }).catch(refusalOf)
  expect(await read).toBe('BOUNDARY_ABSENT')
})

test('fields that nobody asked for are read past: of any length, text or not', async () => {
  const limits = { ...defaultFormLimits, fieldBytes: 3000, fieldsBytes: 5000 }
  const unknown = [Buffer.alloc(3001, 'x'), Buffer.from([0x61, 0xff]), 'a\0b', Buffer.alloc(20_000)]
  const parts = unknown.map((content): [string[], Uint8Array | string] => [[fieldHeader('b')], content])
  const known: [string[], string] = [[fieldHeader('a')], 'x'.repeat(3000)]
  expect(await outcome([...parts, known, ...parts], limits)).toEqual([{ name: 'a', value: known[1] }])
})
