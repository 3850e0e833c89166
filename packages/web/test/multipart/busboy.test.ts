import { expect, test } from 'bun:test'
import { Busboy } from '@fastify/busboy'
import fc from 'fast-check'
import { readBoundary } from '../../src/multipart/headers.ts'
import { composeBody, cut, fieldHeader, readWhole } from './bodies.ts'

const numRuns = process.env.PICTOGLYPH_PROOF === '1' ? 5000 : 100
const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 10 })
const text = fc.string({ unit: 'binary', maxLength: 200 }).map((value) => value.toWellFormed())
/** Names that every reader takes alike: without quotes, escapes, slashes, controls or outer spaces. */
const plainName = fc.stringMatching(/^[A-Za-z0-9_.~é嗷😺-]{1,12}$/u).filter((name) => !/^\.+$/.test(name))

type Row = [name: string, content: string]

/** Fields and files, each kind in the order sent: busboy ends files later than the fields after them. */
interface Read {
  fields: Row[]
  files: Row[]
}

async function readWithBusboy(contentType: string, chunks: Uint8Array[]): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>()
  const read: Read = { fields: [], files: [] }
  const busboy = new Busboy({ headers: { 'content-type': contentType } })
  busboy.on('field', (name, value) => read.fields.push([name, hex(Buffer.from(value))]))
  busboy.on('file', (name, stream) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => read.files.push([name, hex(Buffer.concat(pieces))]))
  })
  busboy.on('finish', () => resolve(read))
  busboy.on('error', reject)
  for (const chunk of chunks) busboy.write(Buffer.from(chunk))
  busboy.end()
  return await promise
}

function readWithOurs(contentType: string, chunks: Uint8Array[]): Read {
  const parts = readWhole(readBoundary(contentType), chunks)
  const rows = (files: boolean) =>
    parts.filter(({ isFile }) => isFile === files).map(({ name, content }): Row => [name, hex(content)])
  return { fields: rows(false), files: rows(true) }
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex')
}

test('bodies made by FormData read as busboy reads them', async () => {
  const entry = fc.oneof(
    fc.record({ name: plainName, value: text }),
    fc.record({ name: plainName, fileName: plainName, bytes: fc.uint8Array({ maxLength: 500 }) }),
  )
  const property = fc.asyncProperty(fc.array(entry, { maxLength: 5 }), cuts, async (entries, lengths) => {
    const form = new FormData()
    for (const one of entries) {
      if ('value' in one) form.append(one.name, one.value)
      else form.append(one.name, new File([one.bytes], one.fileName, { type: 'image/png' }))
    }
    const response = new Response(form)
    const contentType = response.headers.get('content-type') ?? ''
    const body = new Uint8Array(await response.arrayBuffer())
    const busboys = await readWithBusboy(contentType, cut(body, lengths))
    expect(readWithOurs(contentType, cut(body, lengths))).toEqual(busboys)
  })
  await fc.assert(property, { numRuns })
})

test('bodies that nearly hold their boundary read as busboy reads them', async () => {
  const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/)
  const pieces = fc.array(fc.oneof(fc.nat({ max: 74 }), fc.string({ maxLength: 10 })), { maxLength: 8 })
  const parts = fc.array(fc.tuple(plainName, fc.boolean(), pieces), { minLength: 1, maxLength: 4 })
  const property = fc.asyncProperty(boundary, parts, cuts, async (mark, described, lengths) => {
    const delimiter = `\r\n--${mark}`
    const written = described.map(([name, isFile, made]): [string[], string] => {
      const content = made
        .map((piece) => (typeof piece === 'number' ? delimiter.slice(0, piece) : piece))
        .join('')
      const header = isFile ? `${fieldHeader(name)}; filename="${name}"` : fieldHeader(name)
      return [isFile ? [header, 'Content-Type: image/png'] : [header], content]
    })
    fc.pre(written.every(([, content]) => !`\r\n${content}`.includes(delimiter)))
    const contentType = `multipart/form-data; boundary="${mark}"`
    const body = composeBody(mark, written)
    const busboys = await readWithBusboy(contentType, cut(body, lengths))
    expect(readWithOurs(contentType, cut(body, lengths))).toEqual(busboys)
  })
  await fc.assert(property, { numRuns })
})
