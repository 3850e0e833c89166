import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listNetworks } from '../../src/access/access.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { parseAddress } from '../../src/network/address.ts'
import { createSnapshotSource } from '../../src/snapshot.ts'
import { temporaryFolder } from './sqlite-files.ts'

test('an entry on an access list ends in time, also while the database is away', async () => {
  await using folder = await temporaryFolder()
  let nowMs = 1_000_000
  const clock = () => nowMs
  const database = await createSqliteDatabase({ path: join(folder.path, 'site.sqlite'), clock })
  const entries = [
    { network: '192.0.2.1/32', expiresAtMs: nowMs + 1_000 },
    { network: '192.0.2.2/32', expiresAtMs: nowMs + 2_000 },
    { network: '192.0.2.3/32' },
  ]
  await listNetworks({ database, clock }, commandActor, 'allow', entries)
  const snapshots = await createSnapshotSource(database, clock)
  const allowed = () =>
    ['192.0.2.1', '192.0.2.2', '192.0.2.3'].filter((text) =>
      snapshots.current().allowed.has(parseAddress(text)!),
    )
  expect(allowed()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'])

  await database.close()
  nowMs += 1_000
  await expect(snapshots.refresh()).rejects.toThrow()
  expect(allowed()).toEqual(['192.0.2.2', '192.0.2.3'])
  nowMs += 1_000
  await expect(snapshots.refresh()).rejects.toThrow()
  expect(allowed()).toEqual(['192.0.2.3'])
})

test('a clock that was ahead for a while lets no one through that is blocked', async () => {
  await using folder = await temporaryFolder()
  let nowMs = 1_000_000
  const clock = () => nowMs
  await using opened = new AsyncDisposableStack()
  const database = await createSqliteDatabase({ path: join(folder.path, 'site.sqlite'), clock })
  opened.defer(() => database.close())
  const entries = [{ network: '192.0.2.1/32', expiresAtMs: nowMs + 60_000 }]
  await listNetworks({ database, clock }, commandActor, 'block', entries)
  const snapshots = await createSnapshotSource(database, clock)
  const isBlocked = async () => {
    await snapshots.refresh()
    return snapshots.current().blocked.has(parseAddress('192.0.2.1')!)
  }
  const states: boolean[] = []
  for (const aheadMs of [0, 24 * 60 * 60_000, 1_000, 60_000]) {
    nowMs = 1_000_000 + aheadMs
    states.push(await isBlocked())
  }
  expect(states).toEqual([true, false, true, false])
})
