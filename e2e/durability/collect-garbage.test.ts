import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import { auditOf, type FileSite, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

/** Bytes that no image needs any more. */
async function release({ ports, ...site }: FileSite, seed: number): Promise<string> {
  const { image } = await uploadTo(ports, site, sampleImage(seed))
  const nowMs = ports.clock()
  await ports.database.images.remove([image.id], nowMs - 1, auditOf('image.delete'))
  await ports.database.images.collect(nowMs, nowMs - 1)
  return image.file.address
}

/** Bytes that no row names, two days old. */
async function plantOrphan({ directory }: FileSite, seed: number): Promise<string> {
  const address = sha256Of(sampleImage(seed))
  const path = join(directory, 'blobs', address.slice(0, 2), address.slice(2))
  await Bun.write(path, sampleImage(seed))
  const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 3_600
  utimesSync(path, twoDaysAgo, twoDaysAgo)
  return address
}

test('a collection that is called off removes nothing more', async () => {
  await using site = await openFileSite()
  const left = { released: await release(site, 1), orphan: await plantOrphan(site, 2) }
  const calledOff = { releasedForMs: 0, signal: AbortSignal.abort() }
  const outcome = () => collectGarbage(site.ports, calledOff).catch((error: unknown) => error)
  expect(await outcome()).toMatchObject({ code: 'CONFLICT' })
  for (const address of Object.values(left)) {
    expect(await site.ports.blobs.stat(address)).toBeDefined()
  }
  const { blobs } = site.ports
  const released = { releasedForMs: 0, orphanedForMs: null }
  expect(await collectGarbage(site.ports, released)).toMatchObject({ removedBlobs: 1, removedOrphans: 0 })
  expect([await blobs.stat(left.released), await blobs.stat(left.orphan)]).toEqual([
    undefined,
    { sizeBytes: sampleImage(2).length },
  ])
  expect(await outcome()).toMatchObject({ code: 'CONFLICT' })
  expect(await blobs.stat(left.orphan)).toBeDefined()
  expect(await collectGarbage(site.ports)).toMatchObject({ removedBlobs: 0, removedOrphans: 1 })
  expect(await blobs.stat(left.orphan)).toBeUndefined()
})

test('one collection removes any number of released bytes', async () => {
  await using site = await openFileSite()
  {
    using outside = new Database(join(site.directory, 'pictoglyph.db'))
    outside.run('PRAGMA busy_timeout = 5000')
    outside.run(
      `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images, released_at_ms)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1100)
       SELECT 'b' || printf('%063d', n), 9, 'image/png', 1, 1, 1, 1, 0, 1 FROM numbers`,
    )
  }
  expect(await collectGarbage(site.ports)).toMatchObject({ removedBlobs: 1_100 })
  expect(await collectGarbage(site.ports)).toMatchObject({ removedBlobs: 0 })
}, 60_000)
