import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, randomBytes, readAll } from '@pictoglyph/site/conformance/blob-store'
import { createS3BlobStore } from '../src/s3.ts'

/** A store that answers each request with a text, and then keeps the connection open or closes it. */
async function openStore(text: string, isKeptOpen = false) {
  using cleanup = new DisposableStack()
  const stagingDirectory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-reading-'))
  cleanup.defer(() => fs.rmSync(stagingDirectory, { recursive: true }))
  const connections = { open: 0, most: 0 }
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open() {
        connections.open += 1
        connections.most = Math.max(connections.most, connections.open)
      },
      data(socket) {
        socket.write(text)
        if (!isKeptOpen) socket.end()
      },
      close() {
        connections.open -= 1
      },
    },
  })
  cleanup.defer(() => server.stop(true))
  const store = await createS3BlobStore({
    bucket: 'bucket',
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    prefix: '',
    publicUrl: undefined,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    stagingDirectory,
  })
  const held = cleanup.move()
  return { store, connections, [Symbol.dispose]: () => held.dispose() }
}

test('an answer without a length, which may be truncated, is not accepted as a blob', async () => {
  using site = await openStore('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf a blob')
  const { store } = site
  const address = addressOf(randomBytes(10, 1))
  const read = async () => readAll(await store.open(address))
  expect(await read().catch((error: unknown) => error)).toBeInstanceOf(Error)
  expect(await store.stat(address).catch((error: unknown) => error)).toMatchObject({ code: 'STORAGE_FAILED' })
})

test.each([
  ['a whole object for a range', '200 OK', { range: { start: 2, end: 4 } }],
  ['an object of another size', '200 OK', { sizeBytes: 9 }],
  [
    'a range of an object of another size',
    '206 OK\r\nContent-Range: bytes 2-3/8',
    {
      range: { start: 2, end: 4 },
      sizeBytes: 9,
    },
  ],
])(
  '%s is refused, and its connection ends, though the rest of the answer never comes',
  async (_, status, opening) => {
    using site = await openStore(`HTTP/1.1 ${status}\r\nContent-Length: 8\r\n\r\nfour`, true)
    for (let reads = 0; reads < 30; reads += 1) {
      expect(await site.store.open(addressOf(randomBytes(10, 1)), opening).catch(Object)).toBeInstanceOf(
        Error,
      )
    }
    expect(site.connections.most).toBeWithin(1, 15)
  },
)
