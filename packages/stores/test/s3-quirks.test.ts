import { expect, spyOn, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addressOf,
  putBytes,
  randomBytes,
  readAll,
  untilHealthy,
} from '@pictoglyph/site/conformance/blob-store'
import { createS3BlobStore } from '../src/s3.ts'
import { type Asked, type Quirk, startQuirkyStore } from './quirky-store.ts'

async function openStore(...quirks: Quirk[]) {
  await using cleanup = new AsyncDisposableStack()
  const server = cleanup.use(await startQuirkyStore(...quirks))
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-quirks-'))
  cleanup.defer(() => fs.rmSync(directory, { recursive: true }))
  const store = await createS3BlobStore({
    bucket: 'bucket',
    endpoint: server.url,
    region: 'us-east-1',
    prefix: 'site/',
    publicUrl: undefined,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    stagingDirectory: directory,
    partBytes: 100_000,
    requestTimeoutMs: 20_000,
  })
  const held = cleanup.move()
  return { server, store, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const [small, large] = [randomBytes(10_000, 1), randomBytes(250_000, 2)]
const isPut = ({ method, query }: Asked) => method === 'PUT' && !query.has('uploadId')
const hasChecksum = (asked: Asked) => isPut(asked) && asked.header('x-amz-checksum-sha256') !== undefined
const hasCondition = (asked: Asked) => isPut(asked) && asked.header('if-none-match') !== undefined
const when =
  (where: (asked: Asked) => boolean, status: number, code: string): Quirk =>
  (asked) =>
    where(asked) ? [status, code] : undefined

/** Puts each blob twice, like duplicates, and reads it back, whole and in part. */
async function expectWorking({ store }: Awaited<ReturnType<typeof openStore>>) {
  for (const bytes of [small, large, small, large]) {
    const address = await putBytes(store, bytes)
    expect(await store.stat(address)).toEqual({ sizeBytes: bytes.length })
    expect(addressOf(await readAll(await store.open(address, { sizeBytes: bytes.length })))).toBe(address)
    expect(addressOf(await readAll(await store.open(address)))).toBe(address)
    const part = await readAll(await store.open(address, { range: { start: 10, end: 20 } }))
    expect(part).toEqual(bytes.subarray(10, 20))
  }
  const nothing = addressOf(randomBytes(10, 3))
  expect(await store.stat(nothing)).toBeUndefined()
  expect(await failureOf(store.open(nothing))).toMatchObject({ code: 'BLOB_MISSING' })
  await store.remove(addressOf(small))
  expect(await store.stat(addressOf(small))).toBeUndefined()
}

const refused: [string, Quirk[], sent: [condition: boolean, checksum: boolean]][] = [
  ['nothing', [], [true, true]],
  ...[400, 501].flatMap((status): [string, Quirk[], [boolean, boolean]][] => {
    const checksum = when(hasChecksum, status, 'InvalidArgument')
    const condition = when(hasCondition, status, 'NotImplemented')
    const second: Quirk = (asked) => (asked.hasObject ? condition(asked) : undefined)
    return [
      [`the checksum with ${status}`, [checksum], [true, false]],
      [`the condition with ${status}`, [condition], [false, true]],
      [`the condition with ${status} where there is an object`, [second], [false, true]],
      [`both with ${status}`, [checksum, condition], [false, false]],
    ]
  }),
]

for (const [name, quirks, sent] of refused) {
  for (const isLate of [false, true]) {
    test(`a store that refuses ${name}, ${isLate ? 'from some day on' : 'at the start'}, is used without`, async () => {
      await using subject = await openStore(...(isLate ? [] : quirks))
      await subject.store.checkHealth()
      expect(subject.server.objects.size).toBe(0)
      if (isLate) await putBytes(subject.store, randomBytes(10, 9))
      subject.server.quirks = quirks
      await expectWorking(subject)
      await subject.store.checkHealth()
      subject.server.asked.length = 0
      await putBytes(subject.store, randomBytes(20, 9))
      const puts = subject.server.asked.filter(isPut)
      expect(puts.map((put) => [hasCondition(put), hasChecksum(put)])).toEqual([sent])
    })
  }
}

test('a store that is used before anyone asks for its health is learnt by the first upload', async () => {
  await using subject = await openStore(when(hasChecksum, 400, 'InvalidArgument'))
  await expectWorking(subject)
})

test.each([
  [500, 'InternalError', 1],
  [503, 'SlowDown', 1],
  [400, 'RequestTimeout', 1],
  [400, 'InvalidArgument', 1],
  [403, 'AccessDenied', 2],
])('what is answered %d %s once costs no header', async (status, code, times) => {
  for (const where of [hasChecksum, hasCondition]) {
    await using subject = await openStore()
    let left = times
    subject.server.quirks = [(asked) => (where(asked) && left-- > 0 ? [status, code] : undefined)]
    await failureOf(putBytes(subject.store, randomBytes(30, 1)))
    await failureOf(subject.store.checkHealth())
    await untilHealthy(subject.store)
    subject.server.asked.length = 0
    await putBytes(subject.store, randomBytes(31, 1))
    const put = subject.server.asked.find(isPut)
    expect(put && [hasCondition(put), hasChecksum(put)]).toEqual([true, true])
  }
})

const cannotList: Quirk = ({ method, query, key, hasObject }) => {
  const isList = key === '' || query.has('list-type')
  const isMissing = (method === 'GET' || method === 'HEAD') && !hasObject
  return isList || isMissing ? [403, 'AccessDenied'] : undefined
}

test('a key without the right to list is ready, uploads, reads, and finds what is missing', async () => {
  await using subject = await openStore(cannotList)
  await expectWorking(subject)
  await subject.store.checkHealth()
})

test('a store that answers 404 to a removal has removed the object', async () => {
  await using subject = await openStore((asked) => {
    if (asked.method !== 'DELETE' || asked.query.has('uploadId')) return undefined
    subject.server.objects.delete(asked.key)
    return [404, 'NoSuchKey']
  })
  await subject.store.checkHealth()
  await expectWorking(subject)
})

test('a key that may not list and then loses its rights finds nothing missing', async () => {
  await using subject = await openStore(cannotList)
  await subject.store.checkHealth()
  const address = await putBytes(subject.store, small)
  for (const code of ['AccessDenied', 'InvalidAccessKeyId']) {
    subject.server.quirks = [() => [403, code]]
    // The store was trusted for a second after it worked; a failed check ends that.
    await failureOf(putBytes(subject.store, large))
    expect(await failureOf(subject.store.checkHealth())).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(await failureOf(subject.store.stat(address))).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(await failureOf(subject.store.open(address))).toMatchObject({ code: 'STORAGE_FAILED' })
  }
})

test('whether a key still has its rights is tried again a second later, before a blob counts as missing', async () => {
  await using subject = await openStore(cannotList)
  using clock = spyOn(performance, 'now').mockReturnValue(1_000_000)
  await subject.store.checkHealth()
  const isTried = async (nowMs: number) => {
    clock.mockReturnValue(nowMs)
    subject.server.asked.length = 0
    expect(await subject.store.stat(addressOf(small))).toBeUndefined()
    return subject.server.asked.some(isIn('POST', 'uploads'))
  }
  expect(await isTried(1_000_999)).toBe(false)
  expect(await isTried(1_001_000)).toBe(true)
})

test('a store that answers without lengths is read', async () => {
  await using subject = await openStore()
  subject.server.tellsNoLength = true
  await subject.store.checkHealth()
  await expectWorking(subject)
})

const isIn = (method: string, name: string) => (asked: Asked) =>
  asked.method === method && (name === '' || asked.query.has(name))
test.each([
  ['s3:PutObject', when(isPut, 403, 'AccessDenied')],
  ['s3:GetObject', when(({ method, hasObject }) => method === 'GET' && hasObject, 403, 'AccessDenied')],
  ['over 16 MiB', when(isIn('POST', 'uploads'), 501, 'NotImplemented')],
  ['over 16 MiB', when(isIn('PUT', 'partNumber'), 400, 'InvalidRequest')],
  ['over 16 MiB', when(isIn('POST', 'uploadId'), 403, 'AccessDenied')],
  ['s3:DeleteObject', when(isIn('DELETE', ''), 403, 'AccessDenied')],
  ['HEAD', when(isIn('HEAD', ''), 405, 'MethodNotAllowed')],
  ['bucket in the host name', when(() => true, 403, 'SecondLevelDomainForbidden')],
] as [string, Quirk][])('what can not be done without is told: %s', async (told, quirk) => {
  await using subject = await openStore(quirk)
  for (let times = 0; times < 2; times++) {
    const failure = await failureOf(subject.store.checkHealth())
    expect(failure).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(String(Object(failure).cause)).toContain(told)
  }
  subject.server.quirks = []
  await untilHealthy(subject.store)
})

test.each([0, 1, 999, 1_000, 1_001, 2_001])('%d objects are listed once each, in order', async (count) => {
  await using subject = await openStore()
  const addresses = Array.from({ length: count }, (_, n) => addressOf(randomBytes(4, n))).sort()
  for (const address of addresses) subject.server.objects.set(`site/${address}`, Buffer.from('x'))
  const listed: string[] = []
  for await (const { address } of subject.store.list()) {
    listed.push(address)
    if (listed.length > count) break
  }
  expect(listed).toEqual(addresses)
  expect(subject.server.asked.filter(isIn('GET', 'list-type'))).toHaveLength(
    Math.max(1, Math.ceil(count / 1_000)),
  )
})

test('a store that begins each list again is refused, not listed for ever', async () => {
  await using subject = await openStore()
  subject.server.listsFromStart = true
  for (let n = 0; n < 1_001; n++) {
    subject.server.objects.set(`site/${addressOf(randomBytes(4, n))}`, Buffer.from('x'))
  }
  const listed = Array.fromAsync(subject.store.list())
  expect(String(Object(await listed.catch((error: unknown) => error)).cause)).toContain('same page')
})

test('every object is sent with a type: health checks, the mark of the site, and blobs whole and in parts', async () => {
  await using subject = await openStore()
  const { asked } = subject.server
  const types = () => {
    const begun = asked.filter((one) => isPut(one) || isIn('POST', 'uploads')(one))
    asked.length = 0
    return [...new Set(begun.map((one) => one.header('content-type')))]
  }
  await subject.store.checkHealth()
  expect(types()).toEqual(['application/octet-stream'])
  await subject.store.claim('site')
  expect(types()).toContain('text/plain')
  const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  for (const bytes of [small, large]) {
    await putBytes(subject.store, Buffer.concat([pngSignature, bytes]))
    expect(types()).toEqual(['image/png'])
    await putBytes(subject.store, bytes)
    expect(types()).toEqual(['application/octet-stream'])
  }
})

test('200 successive checks of a failing store make one attempt', async () => {
  await using subject = await openStore(when(isIn('DELETE', ''), 403, 'AccessDenied'))
  const startedMs = performance.now()
  for (let times = 0; times < 200; times++) await failureOf(subject.store.checkHealth())
  const tries = subject.server.asked.filter(isIn('POST', 'uploads')).length
  expect(tries).toBeGreaterThan(0)
  expect(tries).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 1_000)
})

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
