import { expect, test } from 'bun:test'
import { startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a server that starts while its store is away serves, and says so in the log before anybody asks', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_FACES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_BLOBS_URL: 's3://bucket?endpoint=http%3A%2F%2F127.0.0.1%3A1',
    AWS_ACCESS_KEY_ID: 'a key',
    AWS_SECRET_ACCESS_KEY: 'a secret',
  }
  await using server = startPictoglyph(variables, ['serve'])
  await server.printed(/images +(http\S+)/)
  expect(await server.logged('not ready')).toMatchObject({
    part: 'blobs',
    error: { cause: { message: expect.stringContaining('ECONNREFUSED') } },
  })
})
