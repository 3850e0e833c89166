import { describe, expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobRemoval, BlobStore } from '@pictoglyph/site/blobs/blob-store'
import {
  addressOf,
  type BlobStoreUnderTest,
  blobStoreConformance,
  listAll,
  putBytes,
  randomBytes,
  readAll,
  stageBytes,
  untilHealthy,
} from '@pictoglyph/site/conformance/blob-store'
import {
  type Fault,
  type FaultyProxy,
  type ProxiedRequest,
  startFaultyProxy,
} from '../../../../e2e/services/faulty-proxy.ts'
import { parseS3Url } from '../../src/s3/location.ts'
import { createS3BlobStore, type S3BlobStoreOptions } from '../../src/s3.ts'

const { PICTOGLYPH_TEST_SERVICES, PICTOGLYPH_TEST_S3_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } =
  process.env

interface S3UnderTest extends BlobStoreUnderTest {
  client: Bun.S3Client
  prefix: string
  /** Opens a store over the same blobs through other settings. */
  reach(options: Partial<S3BlobStoreOptions>): Promise<BlobStore>
}

/** A prefix of its own in the bucket that the environment names. */
async function openStore(options: Partial<S3BlobStoreOptions> = {}): Promise<S3UnderTest> {
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-'))
  const location = parseS3Url(PICTOGLYPH_TEST_S3_URL!)
  const prefix = `${crypto.randomUUID()}/`
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY! }
  let stores = 0
  const reach = (more: Partial<S3BlobStoreOptions> = {}) =>
    createS3BlobStore({
      ...location,
      prefix,
      credentials,
      stagingDirectory: join(directory, `staging-${++stores}`),
      partBytes: 5 * 1024 * 1024,
      requestTimeoutMs: 2_000,
      slowestBytesPerSecond: 10_000_000,
      ...options,
      ...more,
    })
  const client = new Bun.S3Client({ ...credentials, ...location })
  return {
    store: await reach(),
    replica: await reach(),
    reach,
    client,
    prefix,
    damage: async (address, bytes) => void (await client.write(prefix + address, bytes)),
    countStaged: async () => fs.readdirSync(join(directory, 'staging-1')).length,
    [Symbol.asyncDispose]: async () => fs.rmSync(directory, { recursive: true }),
  }
}

if (PICTOGLYPH_TEST_SERVICES === '1' && PICTOGLYPH_TEST_S3_URL) {
  blobStoreConformance('S3', openStore)

  test('a list longer than a page of the store is whole', async () => {
    await using subject = await openStore()
    const addresses = Array.from({ length: 1_050 }, (_, seed) => addressOf(randomBytes(8, seed))).sort()
    const write = async (share: number) => {
      for (const address of addresses.filter((_, index) => index % 8 === share)) {
        await subject.client.write(subject.prefix + address, '')
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, share) => write(share)))
    for (const name of ['0 is + no & blob', 'gl\u00fcck<1>%20']) {
      await subject.client.write(subject.prefix + name, '')
    }
    const listed = await listAll(subject.store)
    expect(listed.map(({ address }) => address)).toEqual(addresses)
  }, 30_000)

  test('a blob is sent in parts when it is large, and recognised when it is sent again', async () => {
    await using subject = await openStore()
    await using proxy = await startFaultyProxy(endpointOf())
    const store = await subject.reach({ endpoint: proxy.url })
    const bytes = randomBytes(12_000_000, 1)
    await putBytes(store, bytes)
    expect([countOf(proxy, 'PUT'), countOf(proxy, 'POST')]).toEqual([3, 2])
    await putBytes(store, bytes)
    expect(countOf(proxy, 'PUT')).toBe(3)
    expect(addressOf(await readAll(await subject.replica.open(addressOf(bytes))))).toBe(addressOf(bytes))
  })

  test('an object has its image type, and never changes', async () => {
    await using subject = await openStore({ publicUrl: 'https://images.example.org/kept' })
    const png = new Uint8Array(100)
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const address = await putBytes(subject.store, png)
    expect((await subject.client.stat(subject.prefix + address)).type).toBe('image/png')
    const answer = await fetch(subject.client.presign(subject.prefix + address))
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(subject.store.redirect?.(address)).toBe(
      `https://images.example.org/kept/${subject.prefix}${address}`,
    )
  })

  test.each([
    ['403 SignatureDoesNotMatch', { credentials: { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: '?' } }],
    ['404 NoSuchBucket', { bucket: 'no-such-bucket' }],
  ])('a store that refuses with %s says so, whatever it is asked', async (reason, options) => {
    await using subject = await openStore(options)
    const { store } = subject
    const told = { code: 'STORAGE_FAILED', cause: { message: `The store answered ${reason}` } }
    expect(await failureOf(store.checkHealth())).toMatchObject(told)
    expect(await failureOf(putBytes(store, randomBytes(10, 1)))).toMatchObject(told)
    const address = addressOf(randomBytes(10, 1))
    expect(await failureOf(store.open(address))).toMatchObject(told)
    expect(await failureOf(store.remove(address))).toMatchObject(told)
    expect(await failureOf(store.stat(address))).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(await failureOf(listAll(store))).toMatchObject(told)
  })

  test('a folder of any name leads to an address of its own', async () => {
    await using subject = await openStore({ prefix: 'größe 1#2/', publicUrl: 'https://images.example.org' })
    const address = addressOf(randomBytes(8, 1))
    expect(subject.store.redirect?.(address)).toBe(
      `https://images.example.org/gr%C3%B6%C3%9Fe%201%232/${address}`,
    )
  })

  test('a store without a public service redirects nowhere', async () => {
    await using subject = await openStore()
    expect(subject.store.redirect).toBeUndefined()
  })

  describe('a put', () => {
    const passing: Record<string, { fault: Fault; times?: number }> = {
      'a slow store': { fault: { kind: 'delay', ms: 300 } },
      'a store that is overloaded three times': {
        fault: { kind: 'refuse', status: 503, code: 'SlowDown' },
        times: 3,
      },
      'an internal error of the store': { fault: { kind: 'refuse', status: 500, code: 'InternalError' } },
      'a connection that breaks in the middle of the upload': {
        fault: { kind: 'cut-request', afterBytes: 60_000 },
      },
      'a connection that breaks after the bytes are stored': { fault: { kind: 'swallow-answer' } },
      'a store that takes the bytes and says nothing': { fault: { kind: 'stall' } },
      'an answer that breaks off in its head': { fault: { kind: 'cut-answer', afterBytes: 20 } },
    }
    for (const [name, { fault, times = 1 }] of Object.entries(passing)) {
      test(`survives ${name}`, async () => {
        await using subject = await openStore()
        await using proxy = await startFaultyProxy(endpointOf())
        const store = await subject.reach({ endpoint: proxy.url })
        for (const sizeBytes of [200_000, 6_000_000]) {
          proxy.inject(fault, { times, where: ({ method }) => method === 'PUT' })
          const bytes = randomBytes(sizeBytes, sizeBytes)
          await putBytes(store, bytes)
          expect(await subject.replica.stat(addressOf(bytes))).toEqual({ sizeBytes })
          expect(addressOf(await readAll(await subject.replica.open(addressOf(bytes))))).toBe(
            addressOf(bytes),
          )
        }
      }, 30_000)
    }

    test('with a lost last answer does not send the bytes again', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      proxy.inject({ kind: 'swallow-answer' }, { where: ({ method }) => method === 'PUT' })
      await putBytes(store, randomBytes(200_000, 1))
      expect(proxy.requests.map(({ method }) => method)).toEqual(['PUT', 'HEAD'])
    })

    test.each([10, 5 * 1024 * 1024, 6_000_000])(
      'of the same %p bytes again stores nothing, also where the store must be asked twice what it has',
      async (sizeBytes) => {
        await using subject = await openStore()
        await using proxy = await startFaultyProxy(endpointOf())
        const store = await subject.reach({ endpoint: proxy.url })
        const bytes = randomBytes(sizeBytes, 1)
        await putBytes(store, bytes)
        const before = proxy.requests.length
        proxy.inject(
          { kind: 'refuse', status: 503, code: 'SlowDown' },
          { where: ({ method }) => method === 'HEAD' },
        )
        await putBytes(store, bytes)
        const methods = proxy.requests.slice(before).map(({ method }) => method)
        const isInParts = sizeBytes > 5 * 1024 * 1024
        expect(methods).toEqual(isInParts ? ['HEAD', 'HEAD'] : ['PUT', 'HEAD', 'PUT', 'HEAD'])
        expect(await subject.replica.stat(addressOf(bytes))).toEqual({ sizeBytes })
      },
    )

    test.each([
      [
        'joins no parts',
        ({ method, path }: ProxiedRequest) => method === 'POST' && path.includes('uploadId'),
      ],
      ['takes no part', ({ path }: ProxiedRequest) => path.includes('partNumber=2')],
      ['begins no upload', ({ path }: ProxiedRequest) => path.includes('uploads')],
    ])('in parts is not done when a store answers 200 and %s', async (_does, where) => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const bytes = randomBytes(12_000_000, 1)
      proxy.inject(
        { kind: 'refuse', status: 200, code: 'InternalError' },
        { times: Number.POSITIVE_INFINITY, where },
      )
      expect(await failureOf(putBytes(store, bytes))).toMatchObject({ code: 'STORAGE_FAILED' })
      expect(await subject.replica.stat(addressOf(bytes))).toBeUndefined()
    })

    test('in parts joins them again when a store answers 200 and says later that it failed', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const bytes = randomBytes(6_000_000, 1)
      proxy.inject(
        { kind: 'refuse', status: 200, code: 'InternalError' },
        { where: ({ method, path }) => method === 'POST' && path.includes('uploadId') },
      )
      await putBytes(store, bytes)
      expect(addressOf(await readAll(await subject.replica.open(addressOf(bytes))))).toBe(addressOf(bytes))
    })

    test('in parts that a store refuses for good fails, drops them, and stores nothing', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const bytes = randomBytes(12_000_000, 1)
      proxy.inject(
        { kind: 'refuse', status: 403, code: 'AccessDenied' },
        { where: ({ path }) => path.includes('partNumber=2') },
      )
      expect(await failureOf(putBytes(store, bytes))).toMatchObject({
        code: 'STORAGE_FAILED',
        cause: { code: 'AccessDenied' },
      })
      expect(proxy.requests.at(-2)).toMatchObject({
        method: 'DELETE',
        path: expect.stringContaining('uploadId='),
      })
      expect(await subject.replica.stat(addressOf(bytes))).toBeUndefined()
    })

    test('in parts tells why it failed, also where the parts can not be dropped', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      proxy.inject(
        { kind: 'refuse', status: 403, code: 'AccessDenied' },
        { where: ({ path }) => path.includes('partNumber=1') },
      )
      proxy.inject(
        { kind: 'refuse', status: 500, code: 'InternalError' },
        { where: ({ method }) => method === 'DELETE' },
      )
      expect(await failureOf(putBytes(store, randomBytes(6_000_000, 1)))).toMatchObject({
        code: 'STORAGE_FAILED',
        cause: { code: 'AccessDenied' },
      })
    })

    test('in parts is done where they were joined, the answer was lost, and the store has forgotten them', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const bytes = randomBytes(6_000_000, 1)
      const isJoining = ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path.includes('uploadId')
      proxy.inject({ kind: 'swallow-answer' }, { where: isJoining })
      proxy.inject({ kind: 'refuse', status: 404, code: 'NoSuchUpload' }, { where: isJoining })
      await putBytes(store, bytes)
      expect(addressOf(await readAll(await subject.replica.open(addressOf(bytes))))).toBe(addressOf(bytes))
    })

    test('in parts survives that the answer to joining them is lost', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const bytes = randomBytes(6_000_000, 1)
      const isJoining = ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path.includes('uploadId')
      proxy.inject({ kind: 'swallow-answer' }, { where: isJoining })
      await putBytes(store, bytes)
      expect(addressOf(await readAll(await subject.replica.open(addressOf(bytes))))).toBe(addressOf(bytes))
    })

    test('fails when the store stays away, and succeeds when it is back', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url, requestTimeoutMs: 2_000 })
      const bytes = randomBytes(200_000, 1)
      await using staged = await stageBytes(store, bytes)
      for (const fault of [
        { kind: 'refuse', status: 503, code: 'ServiceUnavailable' },
        { kind: 'cut-request', afterBytes: 0 },
      ] as const) {
        proxy.inject(fault, { times: Number.POSITIVE_INFINITY })
        expect(await failureOf(store.put(staged, addressOf(bytes)))).toMatchObject({ code: 'STORAGE_FAILED' })
        expect(await failureOf(store.checkHealth())).toMatchObject({ code: 'STORAGE_FAILED' })
        proxy.heal()
        expect(await subject.replica.stat(addressOf(bytes))).toBeUndefined()
      }
      await store.put(staged, addressOf(bytes))
      await untilHealthy(store)
      expect(addressOf(await readAll(await store.open(addressOf(bytes))))).toBe(addressOf(bytes))
    }, 30_000)

    test('that a store refuses for good is not tried again', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      proxy.inject({ kind: 'refuse', status: 403, code: 'AccessDenied' }, { times: 9 })
      const failure = await failureOf(putBytes(store, randomBytes(10, 1)))
      expect(failure).toMatchObject({ code: 'STORAGE_FAILED', cause: { code: 'AccessDenied' } })
      expect(proxy.requests).toHaveLength(1)
    })

    test('of bytes that are not those of the address stores nothing', async () => {
      await using subject = await openStore()
      const address = addressOf(randomBytes(10, 1))
      await using staged = await stageBytes(subject.store, randomBytes(10, 2))
      expect(await failureOf(subject.store.put(staged, address))).toMatchObject({ code: 'STORAGE_FAILED' })
      expect(await subject.store.stat(address)).toBeUndefined()
    })

    test('works on a store that knows no conditions', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      proxy.inject(
        { kind: 'refuse', status: 501, code: 'NotImplemented' },
        { times: Number.POSITIVE_INFINITY, where: ({ head }) => /^if-none-match:/im.test(head) },
      )
      for (const seed of [1, 2]) {
        const address = await putBytes(store, randomBytes(10, seed))
        expect(await subject.replica.stat(address)).toEqual({ sizeBytes: 10 })
      }
      expect(proxy.requests.at(-1)).toMatchObject({ method: 'PUT' })
      expect(proxy.requests.at(-1)?.head).not.toMatch(/if-none-match/i)
      expect(proxy.requests.at(-1)?.head).toMatch(/x-amz-checksum-sha256/i)
    })
  })

  describe('a removal', () => {
    const refusals: [string, Fault][] = [
      ['settled', { kind: 'refuse', status: 404, code: 'NoSuchKey' }],
      ['settled', { kind: 'refuse', status: 503, code: 'SlowDown' }],
      ['unsettled', { kind: 'refuse', status: 500, code: 'InternalError' }],
      ['unsettled', { kind: 'swallow-answer' }],
    ]
    test.each(refusals)('is %s after %o', async (removal, fault) => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const address = await putBytes(subject.store, randomBytes(10, 1))
      proxy.inject(fault)
      expect(await store.remove(address)).toBe(removal as BlobRemoval)
    })

    test('that a store refuses for good fails, and the blob stays', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const address = await putBytes(subject.store, randomBytes(10, 1))
      proxy.inject({ kind: 'refuse', status: 403, code: 'AccessDenied' })
      expect(await failureOf(store.remove(address))).toMatchObject({
        code: 'STORAGE_FAILED',
        cause: { code: 'AccessDenied' },
      })
      expect(proxy.requests).toHaveLength(1)
      expect(await subject.store.stat(address)).toEqual({ sizeBytes: 10 })
    })
  })

  describe('health', () => {
    test('after an upload that failed is whether the store takes objects, until it does', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      await store.checkHealth()
      proxy.inject(
        { kind: 'refuse', status: 403, code: 'QuotaExceeded' },
        { times: Number.POSITIVE_INFINITY, where: ({ method }) => method === 'PUT' },
      )
      const told = { code: 'STORAGE_FAILED', cause: { code: 'QuotaExceeded' } }
      expect(await failureOf(putBytes(store, randomBytes(10, 1)))).toMatchObject(told)
      for (let times = 0; times < 2; times++) {
        expect(await failureOf(store.checkHealth())).toMatchObject(told)
      }
      proxy.heal()
      await untilHealthy(store)
      const tried = countOf(proxy, 'PUT')
      await store.checkHealth()
      expect(countOf(proxy, 'PUT')).toBe(tried)
      const left = await subject.client.list({ prefix: subject.prefix })
      expect(left.contents ?? []).toEqual([])
    })

    test('is one request for parallel checks, and another after a failure', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      proxy.inject({ kind: 'refuse', status: 503, code: '' }, { where: ({ method }) => method === 'POST' })
      const checks = () => Promise.all(Array.from({ length: 5 }, () => failureOf(store.checkHealth())))
      const failed = { code: 'STORAGE_FAILED', cause: { status: 503 } }
      expect(await checks()).toMatchObject(Array(5).fill(failed))
      expect(countOf(proxy, 'POST')).toBe(1)
      await untilHealthy(store)
      expect(await checks()).toEqual(Array(5).fill(undefined))
      expect(countOf(proxy, 'POST')).toBe(3)
    })
  })

  describe('a read', () => {
    test('of a range is no other bytes where a store gives the whole', async () => {
      await using subject = await openStore()
      const address = await putBytes(subject.store, randomBytes(1_000, 1))
      await using ignorant = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: ignorant.url })
      const range = { start: 10, end: 20 }
      ignorant.inject({ kind: 'refuse', status: 200, code: '' })
      expect(await failureOf(store.open(address, { range }))).toMatchObject({ code: 'STORAGE_FAILED' })
      ignorant.inject({ kind: 'refuse', status: 206, code: '' })
      expect(await failureOf(store.open(address, { range, sizeBytes: 1_000 }))).toMatchObject({
        code: 'STORAGE_FAILED',
      })
    })

    test.each([
      [403, 'AccessDenied'],
      [503, 'ServiceUnavailable'],
    ])('that is answered %d %s is a failure of the store, and no missing blob', async (status, code) => {
      await using subject = await openStore()
      const address = await putBytes(subject.store, randomBytes(1_000, 1))
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url, attempts: 2 })
      proxy.inject({ kind: 'refuse', status, code }, { times: Number.POSITIVE_INFINITY })
      const range = { start: 10, end: 20 }
      const reads = [store.stat(address), store.open(address), store.open(address, { range })]
      const failed = { code: 'STORAGE_FAILED', cause: { status } }
      expect(await Promise.all(reads.map(failureOf))).toMatchObject([failed, failed, failed])
    })

    test('survives passing failures before the answer begins', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      // A read that someone awaits is retried after a third of the time.
      const store = await subject.reach({ endpoint: proxy.url, requestTimeoutMs: 4_000 })
      const impatient = await subject.reach({ endpoint: proxy.url, requestTimeoutMs: 1_500 })
      const address = await putBytes(store, randomBytes(200_000, 1))
      const faults: Fault[] = [
        { kind: 'refuse', status: 503, code: 'SlowDown' },
        { kind: 'swallow-answer' },
        { kind: 'stall' },
      ]
      for (const fault of faults) {
        proxy.inject(fault)
        expect(addressOf(await readAll(await store.open(address)))).toBe(address)
        proxy.inject(fault)
        expect(await impatient.stat(address)).toEqual({ sizeBytes: 200_000 })
      }
    })

    test('of an answer that is cut short is an error, also through our own server', async () => {
      await using subject = await openStore()
      await using proxy = await startFaultyProxy(endpointOf())
      const store = await subject.reach({ endpoint: proxy.url })
      const address = await putBytes(store, randomBytes(3_000_000, 1))
      const open = async (afterBytes: number) => {
        proxy.inject({ kind: 'cut-answer', afterBytes })
        return await store.open(address)
      }
      for (const afterBytes of [1_000, 100_000, 2_999_000]) {
        expect(await failureOf(open(afterBytes).then(readAll))).toBeInstanceOf(Error)
      }
      using server = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: async () => new Response((await open(1_000_000)).body),
        error: () => new Response('', { status: 500 }),
      })
      const throughServer = fetch(server.url).then((answer) => answer.bytes())
      expect(await failureOf(throughServer)).toBeInstanceOf(Error)
    })

    test('that is given up frees its connection', async () => {
      await using subject = await openStore()
      const address = await putBytes(subject.store, randomBytes(5_000_000, 1))
      const before = fs.readdirSync('/proc/self/fd').length
      for (let round = 0; round < 20; round++) {
        const { body } = await subject.store.open(address)
        if (!(body instanceof ReadableStream)) throw new Error('S3 blobs are streamed.')
        const reader = body.getReader()
        await reader.read()
        await reader.cancel()
      }
      const open = () => fs.readdirSync('/proc/self/fd').length
      for (let looks = 0; looks < 200 && open() >= before + 5; looks++) await Bun.sleep(50)
      expect(open()).toBeLessThan(before + 5)
    })
  })
}

function endpointOf(): string {
  return parseS3Url(PICTOGLYPH_TEST_S3_URL!).endpoint
}

function countOf(proxy: FaultyProxy, method: string): number {
  return proxy.requests.filter((request) => request.method === method).length
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
