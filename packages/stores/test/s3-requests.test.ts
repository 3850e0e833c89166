import { test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectRecorded } from '@pictoglyph/recorded'
import type { BlobOpening } from '@pictoglyph/site/blobs/blob-store'
import { addressOf, putBytes, randomBytes, readAll } from '@pictoglyph/site/conformance/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { createS3BlobStore, type S3BlobStoreOptions } from '../src/s3.ts'
import { type Asked, type Quirk, startQuirkyStore } from './quirky-store.ts'

/** Headers that every client of HTTP sends, and those that change with the time. */
const leftOut = new Set([
  ...['host', 'user-agent', 'accept', 'accept-encoding', 'connection', 'x-amz-date', 'transfer-encoding'],
])

async function openBook(options: Partial<S3BlobStoreOptions> = {}) {
  await using opened = new AsyncDisposableStack()
  const server = opened.use(await startQuirkyStore())
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-requests-'))
  opened.defer(() => fs.rmSync(directory, { recursive: true }))
  const store = await createS3BlobStore({
    ...{ bucket: 'bucket', endpoint: server.url, region: 'us-east-1', prefix: 'site/', publicUrl: undefined },
    ...{ credentials: { accessKeyId: 'id', secretAccessKey: 'secret' }, stagingDirectory: directory },
    ...{ partBytes: 100_000, ...options },
  })
  const lines: string[] = []
  const names = new Map<string, string>()
  const plain = (text: string) =>
    [...names]
      .reduce((said, [value, name]) => said.replaceAll(value, name), text)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
      .replaceAll(server.url, 'ENDPOINT')
      .replace(/\b20\d{6}\b/g, 'DATE')
      .replace(
        /AWS4-HMAC-SHA256 Credential=(.*), SignedHeaders=(.*), Signature=[0-9a-f]{64}$/,
        'by $1, with $2',
      )
      .replaceAll(addressOf(new Uint8Array()), 'NOTHING')
  function toldOf({ method, key, query, headers, body }: Asked): string[] {
    const sent = Object.entries(headers).filter(([name]) => !leftOut.has(name))
    const asked = query.size === 0 ? '' : `?${decodeURIComponent(query.toString())}`
    return [
      `  ${method} /${key}${asked}${body.length > 0 ? `, ${body.length} bytes` : ''}`,
      ...sent.sort().map(([name, value]) => `    ${name}: ${value}`),
    ].map(plain)
  }
  const held = opened.move()
  return {
    ...{ server, store, lines },
    name: (value: string, name: string) => void names.set(value, name),
    /** Carries out a step, and notes its answer, or the cause of its failure, after the requests that it sent. */
    async step(what: string, work: () => unknown) {
      server.asked.length = 0
      const answer = await Promise.try(work).then(
        (found) => `= ${JSON.stringify(found)}`,
        (error: unknown) => {
          if (!(error instanceof Failure)) return `! ${error}`
          const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
          return `! ${error.code}${cause}`
        },
      )
      lines.push(`# ${what}`, ...server.asked.flatMap(toldOf), plain(answer))
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

type Book = Awaited<ReturnType<typeof openBook>>

const [small, large] = [randomBytes(10_000, 1), randomBytes(250_000, 2)]
const missing = addressOf(randomBytes(10, 3))

function nameAll({ name }: Book) {
  name(addressOf(small), 'SMALL')
  name(addressOf(large), 'LARGE')
  name(missing, 'MISSING')
}

/** What is read, as its number of bytes. */
const reading =
  ({ store }: Book, address: string, opening?: BlobOpening) =>
  async () =>
    (await readAll(await store.open(address, opening))).length

test('an S3 store is sent the requests that are recorded', async () => {
  await using book = await openBook({ publicUrl: 'https://cdn.example' })
  const { store, step } = book
  nameAll(book)
  await step('its place', () => [store.place, store.redirect?.(addressOf(small)), store.lateRemovalMs])
  await step('the first check of its health', () => store.checkHealth())
  await step('its owner', () => store.owner())
  await step('claimed', () => store.claim('the site'))
  await step('claimed again', () => store.claim('another site'))
  const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
  book.name(addressOf(image), 'IMAGE')
  await step('a picture', async () => void (await putBytes(store, image)))
  for (const [what, bytes] of [
    ['small', small],
    ['large', large],
    ['empty', new Uint8Array()],
  ] as const) {
    await step(`${what} bytes`, async () => void (await putBytes(store, bytes)))
    await step(`${what} bytes again`, async () => void (await putBytes(store, bytes)))
  }
  await step('of a part’s size', async () => void (await putBytes(store, randomBytes(100_000, 5))))
  await step('a byte more', async () => void (await putBytes(store, randomBytes(100_001, 5))))
  book.server.objects.set(`site/${addressOf(small)}`, Buffer.from('damaged'))
  await step('over a damaged one', async () => void (await putBytes(store, small)))
  await step('its size', () => store.stat(addressOf(small)))
  await step('the size of a missing one', () => store.stat(missing))
  await step('read', reading(book, addressOf(small)))
  await step('read patiently', reading(book, addressOf(small), { isPatient: true }))
  await step('read as of its size', reading(book, addressOf(small), { sizeBytes: 10_000 }))
  await step('read as of another size', reading(book, addressOf(small), { sizeBytes: 9_999 }))
  await step('a range', reading(book, addressOf(small), { range: { start: 10, end: 20 } }))
  await step(
    'the last byte',
    reading(book, addressOf(small), { range: { start: 9_999, end: 10_000 }, sizeBytes: 10_000 }),
  )
  await step(
    'a range beyond the end',
    reading(book, addressOf(small), { range: { start: 9_990, end: 20_000 } }),
  )
  await step(
    'a range of another size',
    reading(book, addressOf(small), { range: { start: 0, end: 2 }, sizeBytes: 9 }),
  )
  await step('an empty range', reading(book, addressOf(small), { range: { start: 5, end: 5 } }))
  await step(
    'an empty range of another size',
    reading(book, addressOf(small), { range: { start: 5, end: 5 }, sizeBytes: 9 }),
  )
  await step('an empty range of a missing one', reading(book, missing, { range: { start: 5, end: 5 } }))
  await step('a missing one', reading(book, missing))
  await step('a range of a missing one', reading(book, missing, { range: { start: 0, end: 1 } }))
  book.server.objects.set('site/other', Buffer.from('x'))
  book.server.objects.set(`site/${'A'.repeat(64)}`, Buffer.from('x'))
  await step('a list', async () =>
    (await Array.fromAsync(store.list())).map(({ sizeBytes }) => sizeBytes).sort(),
  )
  await step('removed', () => store.remove(addressOf(small)))
  await step('removed again', () => store.remove(addressOf(small)))
  await expectRecorded(new URL('./s3-requests.txt', import.meta.url), book.lines)
})

const answering = (
  status: number,
  code: string,
  where: (asked: Asked) => boolean = () => true,
  times = 99,
): Quirk => {
  let left = times
  return (asked) => (where(asked) && left-- > 0 ? [status, code] : undefined)
}
const isRead = ({ method }: Asked) => method === 'GET' || method === 'HEAD'
const isList = ({ query }: Asked) => query.has('list-type')
const of = (method: string) => (asked: Asked) => asked.method === method

test('refusals of an S3 store are followed by the requests that are recorded', async () => {
  await using book = await openBook({ attempts: 2 })
  const { store, step, server } = book
  nameAll(book)
  await putBytes(store, small)
  await putBytes(store, large)
  const acts: Record<string, () => unknown> = {
    size: () => store.stat(addressOf(small)),
    read: reading(book, addressOf(small)),
    range: reading(book, addressOf(small), { range: { start: 1, end: 3 } }),
    list: async () => (await Array.fromAsync(store.list())).length,
    remove: () => store.remove(missing),
    put: async () => void (await putBytes(store, small)),
    'put in parts': async () => void (await putBytes(store, large)),
  }
  const cases: [what: string, quirks: () => Quirk[], of: string[]][] = [
    ['busy once', () => [answering(503, 'SlowDown', undefined, 1)], Object.keys(acts)],
    ['busy', () => [answering(503, 'SlowDown')], ['size', 'list', 'remove', 'put']],
    [
      'a gateway is out of time once',
      () => [answering(504, '', undefined, 1)],
      ['remove', 'put', 'put in parts'],
    ],
    ['no such key, without a code', () => [answering(404, '', isRead)], ['size', 'read', 'range', 'put']],
    [
      'no such key, without a code, but for lists',
      () => [answering(404, '', (asked) => isRead(asked) && !isList(asked))],
      ['size', 'read', 'put'],
    ],
    ['no such bucket', () => [answering(404, 'NoSuchBucket')], Object.keys(acts)],
    ['forbidden', () => [answering(403, 'AccessDenied')], Object.keys(acts)],
    ['forbidden without a code', () => [answering(403, '')], ['size', 'read', 'list']],
    ['another key', () => [answering(403, 'InvalidAccessKeyId')], ['size', 'read', 'list']],
    ['no range', () => [answering(416, 'InvalidRange', isRead)], ['size', 'read', 'range']],
    ['HEAD is missing', () => [answering(404, '', of('HEAD'))], ['size', 'put']],
    [
      'HEAD is missing, and its reason is out of range',
      () => [answering(404, '', of('HEAD')), answering(416, 'InvalidRange', of('GET'))],
      ['size'],
    ],
    [
      'a failure at the end of parts',
      () => [
        answering(400, 'EntityTooSmall', ({ method, query }) => method === 'POST' && query.has('uploadId')),
      ],
      ['put in parts'],
    ],
    ['no object of this name', () => [answering(404, 'NoSuchKey', of('DELETE'))], ['remove']],
  ]
  for (const [what, quirks, names] of cases) {
    for (const name of names) {
      if (name.startsWith('put')) server.objects.delete(`site/${addressOf(name === 'put' ? small : large)}`)
      server.quirks = quirks()
      await step(`${what}: ${name}`, acts[name]!)
      server.quirks = []
      server.objects.set(`site/${addressOf(small)}`, Buffer.from(small))
      server.objects.set(`site/${addressOf(large)}`, Buffer.from(large))
    }
  }
  server.tellsNoLength = true
  for (const name of ['size', 'read', 'range']) await step(`without lengths: ${name}`, acts[name]!)
  await step('without lengths, of a known size', reading(book, addressOf(small), { sizeBytes: 10_000 }))
  await step('without lengths, of another size', reading(book, addressOf(small), { sizeBytes: 9_999 }))
  await step(
    'without lengths, a range of another size',
    reading(book, addressOf(small), { range: { start: 1, end: 3 }, sizeBytes: 9 }),
  )
  // Headers are recorded where nothing is refused.
  const lines = book.lines.filter((line) => !line.startsWith('    '))
  await expectRecorded(new URL('./s3-refusals.txt', import.meta.url), lines)
}, 60_000)
