import { expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph, startPictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('no new site is made over the bytes of another, which would take them for nobody’s', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const rows = join(folder.path, 'pictoglyph.db')
  await rename(rows, join(folder.path, 'elsewhere.db'))
  const refused = await pictoglyph(variables, ['serve', '--json'])
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(JSON.parse(refused.err).error).toEqual({
    code: 'CONFLICT',
    message: expect.stringContaining(join(folder.path, 'blobs')),
  })

  const found = { ...variables, PICTOGLYPH_DATABASE_URL: `sqlite:${join(folder.path, 'elsewhere.db')}` }
  expect((await pictoglyph(found, ['fsck'])).code).toBe(0)
  await using server = startPictoglyph(found, ['serve'])
  await server.printed(/images +(http\S+)/)
}, 30_000)
