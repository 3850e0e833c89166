import { afterEach, jest, test } from 'bun:test'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages } from '@pictoglyph/site/images'
import { createKeyUsage } from '@pictoglyph/site/keys/key-gate'
import { createSnapshotSource } from '@pictoglyph/site/snapshot'
import { createLog } from '@pictoglyph/web/log'
import { startBackgroundWork } from '../src/serve/background-work.ts'

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60 * 1000

afterEach(() => {
  jest.useRealTimers()
})

test('a server that is started anew each hour collects garbage too', async () => {
  await using site = await openSite()
  const { ports, userId, apiKey: key, categoryId } = site
  const answer = await postUpload(site.url, { key, file: pngFile(1), fields: { categoryId } })
  const { id } = answer.body.data
  await deleteImages(ports, commandActor, userId, [id])

  const aMonthLater = { ...ports, clock: () => Date.now() + 30 * dayMs }
  const snapshots = await createSnapshotSource(ports.database, aMonthLater.clock)
  jest.useFakeTimers()
  const work = startBackgroundWork({
    site: { ports: aMonthLater, snapshots },
    keyUsage: createKeyUsage(ports.database.keys),
    writeTextRequests: async () => {},
    log: createLog('silent'),
    dataDirectory: import.meta.dir,
  })
  jest.advanceTimersByTime(10 * minuteMs)
  jest.useRealTimers()
  while ((await ports.database.images.byIdWithDeleted(id)) !== undefined) await Bun.sleep(5)
  await work.finish()
})

test('what was uploaded comes into the index of searches', async () => {
  await using site = await openSite()
  const { ports, apiKey: key, categoryId } = site
  await postUpload(site.url, { key, file: pngFile(1), fields: { categoryId, title: 'a harbour' } })
  const snapshots = await createSnapshotSource(ports.database, ports.clock)
  jest.useFakeTimers()
  const work = startBackgroundWork({
    site: { ports, snapshots },
    keyUsage: createKeyUsage(ports.database.keys),
    writeTextRequests: async () => {},
    log: createLog('silent'),
    dataDirectory: import.meta.dir,
  })
  jest.advanceTimersByTime(2_000)
  jest.useRealTimers()
  while ((await ports.database.search.waiting(1)) > 0) await Bun.sleep(5)
  await work.finish()
})
