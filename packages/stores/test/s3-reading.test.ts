import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, randomBytes, readAll } from '@pictoglyph/site/conformance/blob-store'
import { createS3BlobStore } from '../src/s3.ts'

test('an answer without a length, which may be truncated, is not accepted as a blob', async () => {
  const stagingDirectory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-s3-reading-'))
  using cleanup = new DisposableStack()
  cleanup.defer(() => fs.rmSync(stagingDirectory, { recursive: true }))
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf a blob') },
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
  const address = addressOf(randomBytes(10, 1))
  const read = async () => readAll(await store.open(address))
  expect(await read().catch((error: unknown) => error)).toBeInstanceOf(Error)
  expect(await store.stat(address).catch((error: unknown) => error)).toMatchObject({ code: 'STORAGE_FAILED' })
})
