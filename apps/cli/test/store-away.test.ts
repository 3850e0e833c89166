import { expect, test } from 'bun:test'
import { startQuirkyStore } from '../../../packages/stores/test/quirky-store.ts'
import { pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const anyPorts = { PICTOGLYPH_SERVICES: 'images', PICTOGLYPH_IMAGES_PORT: '0' }
const storeAway = {
  PICTOGLYPH_BLOBS_URL: 's3://bucket?endpoint=http%3A%2F%2F127.0.0.1%3A1',
  AWS_ACCESS_KEY_ID: 'a key',
  AWS_SECRET_ACCESS_KEY: 'a secret',
}

test('a server that starts while its store is away serves, and says so in the log before anybody asks', async () => {
  await using folder = await temporaryFolder()
  const variables = { PICTOGLYPH_DATA_DIR: folder.path, ...anyPorts }
  {
    await using first = startPictoglyph(variables, ['serve'])
    await first.printed(/images +(http\S+)/)
  }
  await using server = startPictoglyph({ ...variables, ...storeAway }, ['serve'])
  await server.printed(/images +(http\S+)/)
  expect(await server.logged('not ready')).toMatchObject({
    part: 'blobs',
    error: { cause: { message: expect.stringContaining('ECONNREFUSED') } },
  })
})

test('no new site is made while its store is away', async () => {
  await using folder = await temporaryFolder()
  const { code, out, err } = await pictoglyph(
    { PICTOGLYPH_DATA_DIR: folder.path, ...storeAway, ...anyPorts },
    ['serve', '--json'],
  )
  expect([code, out, JSON.parse(err).error.code]).toEqual([1, '', 'STORAGE_FAILED'])
}, 30_000)

test('a new site is made with a key that may not list, and is ready', async () => {
  await using folder = await temporaryFolder()
  await using store = await startQuirkyStore(({ method, query, hasObject }) =>
    query.has('list-type') || (['GET', 'HEAD'].includes(method) && !hasObject)
      ? [403, 'AccessDenied']
      : undefined,
  )
  const blobsUrl = `s3://bucket?endpoint=${encodeURIComponent(store.url)}`
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    ...storeAway,
    ...anyPorts,
    PICTOGLYPH_BLOBS_URL: blobsUrl,
  }
  await using server = startPictoglyph(variables, ['serve'])
  const url = await server.printed(/images +(http\S+)/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
}, 30_000)
