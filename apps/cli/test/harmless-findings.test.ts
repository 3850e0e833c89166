import { expect, test } from 'bun:test'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('fsck tells what a crash has left from what does harm, and a repair removes it', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const left = join(folder.path, 'blobs/ab', 'c'.repeat(62))
  await Bun.write(left, 'of an upload that never got its row')
  await utimes(left, 0, 0)

  const told = await pictoglyph(variables, ['fsck'])
  expect(told.code).toBe(1)
  expect(told.out).toEndWith(
    ' 1 problem, 0 repaired.\nAll of it is harmless: the server removes it after a day, and --repair does at once.\n',
  )
  const asJson = await pictoglyph(variables, ['fsck', '--json'])
  expect(JSON.parse(asJson.out)).toMatchObject({ ok: false, problems: 1, harmless: 1 })

  const repair = await pictoglyph(variables, ['fsck', '--repair'])
  expect(repair.code).toBe(0)
  expect(repair.out).toEndWith(' 1 problem, 1 repaired.\n')
})
