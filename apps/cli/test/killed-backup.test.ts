import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { collectorLease } from '@pictoglyph/site/care/lease'
import type { LeaseStore } from '@pictoglyph/site/care/lease-rows'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { pictoglyph, startPictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

async function changeLeases(folder: string, change: (leases: LeaseStore) => Promise<unknown>): Promise<void> {
  const database = await createSqliteDatabase({ path: join(folder, 'pictoglyph.db') })
  await change(database.leases)
  await database.close()
}

test('who comes after a backup that was killed is told that it ends by itself, and when', async () => {
  await using folder = await temporaryFolder()
  await using elsewhere = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  await changeLeases(folder.path, (leases) => leases.take(collectorLease, 'killed', 60_000))

  const collection = await pictoglyph(variables, ['gc', '--json'])
  expect(collection).toMatchObject({ code: 1, out: '' })
  expect(JSON.parse(collection.err).error).toEqual({
    code: 'CONFLICT',
    message:
      'Another collection or a backup is running. One that was killed is in the way for a minute at most.',
  })

  await using backup = startPictoglyph(variables, ['backup', join(elsewhere.path, 'backup'), '--json'])
  await backup.remarked(
    /^Another backup or collection is running; waiting for its end. One that was killed is in the way for a minute at most.$/m,
  )
  await changeLeases(folder.path, (leases) => leases.endAll())
  await backup.printed(/"ok":true/)
}, 30_000)
