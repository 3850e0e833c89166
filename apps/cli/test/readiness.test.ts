import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('the log has the cause of a readiness that fails, down to what the system said', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve'])
  const address = await server.printed(/images +(http\S+)/)
  await rm(join(folder.path, 'blobs'), { recursive: true })
  const answer = await fetch(new URL('readyz', address))
  expect([answer.status, (await answer.json()).error.message]).toEqual([503, 'Not ready: blobs.'])
  expect(await server.logged('not ready')).toMatchObject({
    service: 'images',
    part: 'blobs',
    error: { cause: { message: expect.stringContaining('ENOENT') } },
  })
})
