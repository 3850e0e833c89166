import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, putBytes, randomBytes, readAll } from '@pictoglyph/site/conformance/blob-store'
import { createS3BlobStore, type S3BlobStoreOptions } from '../src/s3.ts'

/** A store in front of an HTTP server that misbehaves, with a record of its requests. */
async function openStore(server: Server, limits: Partial<S3BlobStoreOptions>) {
  await using cleanup = new AsyncDisposableStack()
  const asked: string[] = []
  server.prependListener('request', ({ method = '', url = '' }) => {
    asked.push(`${method}${new URL(url, 'http://store').search}`)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  cleanup.defer(() => server.closeAllConnections())
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-silence-'))
  cleanup.defer(() => fs.rmSync(directory, { recursive: true }))
  const store = await createS3BlobStore({
    bucket: 'bucket',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    prefix: '',
    publicUrl: undefined,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    stagingDirectory: directory,
    ...limits,
  })
  const held = cleanup.move()
  return { asked, store, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const silent = () => createServer((request) => void request.resume())
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
const failed = { code: 'STORAGE_FAILED', cause: { name: 'S3Silence' } }

test('an upload to a store that hangs fails in one timeout, whatever requests remain', async () => {
  await using site = await openStore(silent(), { requestTimeoutMs: 1_000, partBytes: 100_000 })
  expect(await failureOf(putBytes(site.store, randomBytes(50_000, 1)))).toMatchObject(failed)
  // A slow machine may not reach the second request.
  expect(['PUT', 'PUT,HEAD']).toContain(site.asked.join())
  site.asked.length = 0
  expect(await failureOf(putBytes(site.store, randomBytes(150_000, 1)))).toMatchObject(failed)
  expect(['HEAD', 'HEAD,HEAD']).toContain(site.asked.join())
})

test('a store that hangs amid the parts of an upload is given up as well', async () => {
  const server = createServer((request, answer) => {
    request.resume()
    if (request.method === 'HEAD') answer.writeHead(404).end()
    if (request.url?.includes('uploads=')) answer.end('<R><UploadId>u</UploadId></R>')
    if (request.url?.includes('partNumber=1')) request.on('end', () => answer.setHeader('etag', '"1"').end())
  })
  await using site = await openStore(server, { requestTimeoutMs: 2_000, partBytes: 100_000 })
  expect(await failureOf(putBytes(site.store, randomBytes(150_000, 1)))).toMatchObject(failed)
  expect(site.asked.filter((one) => one.includes('partNumber=2')).length).toBeWithin(1, 3)
})

test('a read for a picture fails sooner than a copy of all blobs', async () => {
  await using site = await openStore(silent(), { requestTimeoutMs: 1_000 })
  const address = addressOf(randomBytes(10, 1))
  expect(await failureOf(site.store.open(address, { sizeBytes: 10 }))).toMatchObject(failed)
  expect(['GET', 'GET,GET']).toContain(site.asked.join())
  site.asked.length = 0
  expect(await failureOf(site.store.open(address, { isPatient: true }))).toMatchObject(failed)
  expect(site.asked.length).toBeGreaterThan(2)
})

test('an upload that is slow but steady is never cut, however long it takes', async () => {
  // The system accepts the last bytes without a pause.
  const pauses = 8
  const bytesBetween = 4_000_000
  const server = createServer((request, answer) => {
    let taken = 0
    let paused = 0
    request.on('data', (piece: Buffer) => {
      taken += piece.length
      if (paused === pauses || taken < (paused + 1) * bytesBetween) return
      paused++
      request.pause()
      setTimeout(() => request.resume(), 1_000)
    })
    request.on('end', () => answer.end())
  })
  const limits = { requestTimeoutMs: 6_000, slowestBytesPerSecond: 1e9, partBytes: 1e9 }
  await using site = await openStore(server, limits)
  await putBytes(site.store, randomBytes(1.5 * pauses * bytesBetween, 1))
  expect(site.asked).toEqual(['PUT'])
}, 60_000)

test('a picture that comes slowly but steadily comes whole', async () => {
  const bytes = randomBytes(40, 1)
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-length': bytes.length })
    let sent = 0
    const timer = setInterval(() => {
      answer.write(bytes.subarray(sent, ++sent))
      if (sent < bytes.length) return
      clearInterval(timer)
      answer.end()
    }, 100)
  })
  await using site = await openStore(server, { requestTimeoutMs: 3_000 })
  const open = site.store.open(addressOf(bytes), { sizeBytes: bytes.length })
  expect(addressOf(await readAll(await open))).toBe(addressOf(bytes))
}, 30_000)
