import { expect, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { png } from '@pictoglyph/media/test/build/png'
import { setUserQuota } from '../../src/accounts/users.ts'
import { addFilledAlbum, removeAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { pruneAudit } from '../../src/audit/prune-audit.ts'
import { removeBlob, removeBlobs } from '../../src/blobs/remove-blob.ts'
import { checkSite } from '../../src/care/check-site.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import type { Finding } from '../../src/care/findings.ts'
import { createServingSign, isServed } from '../../src/care/serving.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { deleteImages, restorableMs, restoreImages } from '../../src/images/images.ts'
import { isRestorable } from '../../src/images/take-down.ts'
import { Failure } from '../../src/language/failure.ts'
import type { Image } from '../../src/language/records.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import type { SqlEngine } from '../../src/rows/engine.ts'
import { upload } from '../../src/upload/upload.ts'
import { recordCopies } from '../record-copies.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const hourMs = 3_600_000
const hashOf = (text: string) => createSha256().update(text).digest('hex')

const uploaded = async ({ ports, incoming }: SiteOnDisk, side = 1): Promise<Image> =>
  (await upload(ports, incoming({ file: png(side, side) }))).image

/** A site with an image and copies of it, so many in all. */
async function siteWith(images: number, change: Partial<Image> = {}) {
  const site = await openSiteOnDisk()
  const image = await uploaded(site)
  const ids = [image.id, ...(await recordCopies(site.ports, image, images - 1, () => change))]
  return { ...site, image, ids }
}

const withEngine = async <T>(site: SiteOnDisk, work: (engine: SqlEngine) => Promise<T>): Promise<T> => {
  const engine = await openSqlEngine(`sqlite:${site.databasePath}`)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

test.each([49, 50, 51, 100, 101])('%p deleted images are collected at once', async (images) => {
  await using site = await siteWith(images)
  await deleteImages(site.ports, commandActor, site.admin.id, site.ids)
  site.clock.nowMs += restorableMs
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 0 })
  site.clock.nowMs += 1
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: images, removedBlobs: 0 })
  site.clock.nowMs += hourMs - 1
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 0, removedBlobs: 0 })
  site.clock.nowMs += 1
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 0, removedBlobs: 1 })
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test.each([50, 51, 101])('%p images that have ended are collected at once, at their end', async (images) => {
  const expiresAtMs = Date.UTC(2026, 0, 31, 13)
  await using site = await siteWith(images + 1, { expiresAtMs })
  site.clock.nowMs = expiresAtMs - 1
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 0 })
  site.clock.nowMs += 1
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: images })
})

test('beyond a quota as many deleted images go as that takes, an hour after their deletion', async () => {
  for (const [overBytes, gone] of [
    [0, 0],
    [1, 1],
    ['size', 1],
    ['size and one', 2],
  ] as const) {
    await using site = await siteWith(60)
    const { sizeBytes } = site.image.file
    await deleteImages(site.ports, commandActor, site.admin.id, site.ids)
    const over = typeof overBytes === 'number' ? overBytes : sizeBytes + Number(overBytes !== 'size')
    await setUserQuota(site.ports, commandActor, site.admin, 60 * sizeBytes - over)
    site.clock.nowMs += hourMs
    expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 0 })
    site.clock.nowMs += 1
    expect([overBytes, await collectGarbage(site.ports)]).toEqual([
      overBytes,
      expect.objectContaining({ purgedImages: gone }),
    ])
  }
})

test('a quota of a few deleted images keeps the last of very many', async () => {
  await using site = await siteWith(120)
  await deleteImages(site.ports, commandActor, site.admin.id, site.ids)
  await setUserQuota(site.ports, commandActor, site.admin, 2 * site.image.file.sizeBytes)
  site.clock.nowMs += 2 * hourMs
  expect(await collectGarbage(site.ports)).toMatchObject({ purgedImages: 118 })
})

test('an image can be restored for a week, and not at its end', async () => {
  await using site = await siteWith(1)
  const { ports, admin, ids, clock } = site
  await deleteImages(ports, commandActor, admin.id, ids)
  const deletedAtMs = clock.nowMs
  clock.nowMs += restorableMs - 1
  const restorable = (nowMs: number) => isRestorable({ deletedAtMs, takenDown: null }, nowMs)
  expect([restorable(clock.nowMs), restorable(clock.nowMs + 1)]).toEqual([true, false])
  expect(isRestorable({ deletedAtMs: null, takenDown: null }, clock.nowMs)).toBe(false)
  const takenDown = { reason: '', isWithOwner: false, atMs: 0 }
  expect(isRestorable({ deletedAtMs: null, takenDown }, clock.nowMs + restorableMs)).toBe(true)
  expect(await restoreImages(ports, commandActor, admin.id, ids)).toEqual(ids)
  await deleteImages(ports, commandActor, admin.id, ids)
  clock.nowMs += restorableMs
  await expect(restoreImages(ports, commandActor, admin.id, ids)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([499, 500, 501, 1_000])('a removed album of %p images is collected', async (images) => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const album = await addFilledAlbum(ports, commandActor, admin.id, {
    ...{ name: 'Large', description: '', coverImageId: null, isArranged: false, hasRandomLink: false },
    ...{ isPublic: false, imageIds: [(await uploaded(site)).id] },
  })
  await withEngine(site, async ({ write }) => {
    await write(async (sql) => {
      const count = `WITH RECURSIVE counted (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)`
      await sql.run(
        `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms, received_sha256,
           removed, address) ${count}
         SELECT 'copy' || n, owner_id, category_id, '', '', '', n, 'received' || n, '[]', address
         FROM counted, images WHERE images.id NOT LIKE 'copy%'`,
        images,
      )
      await sql.run(
        `INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms)
         SELECT ?, id, created_at_ms, 1 FROM images WHERE id LIKE 'copy%'`,
        album.id,
      )
    })
    await removeAlbum(ports, commandActor, album)
    expect(await ports.database.albums.collect(site.clock.nowMs)).toBe(0)
    expect(await ports.database.albums.collect(site.clock.nowMs + 1)).toBe(1)
  })
  expect(await ports.database.albums.withImage('copy2')).toEqual([])
  expect((await ports.database.images.list({ limit: 1 })).items).toHaveLength(1)
})

test.each([499, 500, 501, 1_000])(
  '%p old entries of the log are pruned, and none of the others',
  async (old) => {
    await using site = await openSiteOnDisk()
    await site.setPolicy('audit.keepFor', '30d')
    const { audit } = site.ports.database
    const beforeMs = site.clock.nowMs - 30 * 24 * hourMs
    const kept = (await audit.list({ limit: 9 })).items.length
    await withEngine(site, ({ write }) =>
      write((sql) =>
        sql.run(
          `INSERT INTO audit_entries (at_ms, actor, address, action, subject, before_json, after_json)
         WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
         SELECT ? - n, 'x', 'local', 'x', 'x', 'null', 'null' FROM counted`,
          old,
          beforeMs,
        ),
      ),
    )
    expect(await pruneAudit(site.ports, AbortSignal.abort())).toBe(0)
    expect(await pruneAudit(site.ports)).toBe(old)
    const left = await audit.list({ limit: 9 })
    expect([left.items.length, left.items.at(-1)?.atMs]).toEqual([kept + 1, beforeMs])
  },
)

test('a claim of a removal is in force until its end, and is forgotten after a day', async () => {
  await using site = await siteWith(1)
  const { ports, clock, image, admin } = site
  const { blobs } = ports.database
  const { address } = image.file
  await deleteImages(ports, commandActor, admin.id, [image.id])
  clock.nowMs += restorableMs + 1
  await ports.database.images.collect(clock.nowMs, clock.nowMs)
  const untilMs = clock.nowMs + 1_000
  const claim = (endMs: number) => blobs.beginRemovals([address], clock.nowMs + 1, endMs)
  expect(await claim(untilMs)).toEqual([address])
  clock.nowMs = untilMs - 1
  expect([await claim(untilMs + 9), (await blobs.removal(address)).underWayUntilMs]).toEqual([[], untilMs])
  clock.nowMs = untilMs
  expect(await blobs.removal(address)).toEqual({ count: 1, underWayUntilMs: null })
  expect(await claim(untilMs + 1)).toEqual([address])
  await blobs.finishRemovals([address], untilMs)
  expect(await blobs.byAddress(address)).toBeDefined()
  await blobs.finishRemovals([address], untilMs + 1)
  expect(await blobs.byAddress(address)).toBeUndefined()
  const other = hashOf('other')
  for (const [laterMs, count] of [
    [24 * hourMs, 2],
    [24 * hourMs + 1, 0],
  ] as const) {
    clock.nowMs = untilMs + laterMs
    expect(await blobs.beginRemovals([other], 0, clock.nowMs + 1)).toEqual([other])
    await blobs.finishRemovals([other], clock.nowMs + 1)
    expect([laterMs, (await blobs.removal(address)).count]).toEqual([laterMs, count])
  }
})

test('no removal begins later than fifteen seconds after its claim', async () => {
  for (const [laterMs, isRemoved] of [
    [14_999, true],
    [15_000, true],
    [15_001, false],
  ] as const) {
    await using site = await openSiteOnDisk()
    const { ports, clock } = site
    const removed: string[] = []
    const blobs = {
      lateRemovalMs: 1_000,
      async remove(address: string, mayBegin: () => boolean) {
        clock.nowMs += laterMs
        if (mayBegin()) removed.push(address)
        return 'settled' as const
      },
    }
    await removeBlob({ ...ports, blobs }, hashOf('late'), 0)
    expect([laterMs, removed.length === 1]).toEqual([laterMs, isRemoved])
  }
})

test('removals that are too late are claimed again, and those that are not allowed are left', async () => {
  await using site = await openSiteOnDisk()
  const { ports, clock } = site
  const addresses = Array.from({ length: 9 }, (_, index) => hashOf(String(index)))
  const removed: string[] = []
  const blobs = {
    lateRemovalMs: 0,
    async remove(address: string) {
      removed.push(address)
      clock.nowMs += 6_000
      return 'settled' as const
    },
  }
  const options = { releasedBeforeMs: 0, requireAllowed: () => {} }
  expect(await removeBlobs({ ...ports, blobs }, addresses, options)).toBe(0)
  expect(removed.toSorted()).toEqual(addresses.toSorted())
  const requireAllowed = () => {
    throw new Failure({ code: 'UNAUTHORIZED' })
  }
  const later = { releasedBeforeMs: clock.nowMs + 1, requireAllowed }
  expect(await removeBlobs({ ...ports, blobs }, addresses, later)).toBe(9)
  expect(removed).toHaveLength(9)
  for (const address of addresses) {
    expect((await ports.database.blobs.removal(address)).underWayUntilMs).toBeNull()
  }
})

test('a collection that is called off removes nothing more', async () => {
  await using site = await siteWith(1)
  const { ports, clock, admin, ids } = site
  await deleteImages(ports, commandActor, admin.id, ids)
  clock.nowMs += 1
  const options = { deletedForMs: 0, releasedForMs: 0, signal: AbortSignal.abort() }
  await expect(collectGarbage(ports, options)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await site.kept()).toMatchObject({ blobs: 1, images: 0 })
  expect(await collectGarbage(ports, { releasedForMs: 0 })).toMatchObject({ removedBlobs: 1 })
})

test('a server serves for a minute after its last sign, and no longer once it has ended', async () => {
  await using site = await openSiteOnDisk()
  const { ports, clock } = site
  await withEngine(site, async (engine) => {
    const sign = createServingSign(ports.database)
    const served = () => isServed(engine, clock.nowMs)
    expect(await served()).toBe(false)
    await sign.renew()
    clock.nowMs += 59_999
    expect(await served()).toBe(true)
    clock.nowMs += 1
    expect(await served()).toBe(false)
    await sign.renew()
    expect(await served()).toBe(true)
    await sign.end()
    expect(await served()).toBe(false)
  })
})

test('a check finds what is wrong with more rows than it reads at a time, and names a hundred images of each', async () => {
  await using site = await siteWith(102)
  const address = (kind: string) =>
    `'${kind}' || substr('00000' || n, -5) || substr(hex(zeroblob(32)), 1, 58)`
  const counted =
    'WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000)'
  await withEngine(site, ({ write }) =>
    write(async (sql) => {
      await sql.run(
        `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images) ${counted}
         SELECT ${address('a')}, 1, 'image/png', 1, 1, 1, 1, 1 FROM counted`,
      )
      await sql.run(
        `INSERT INTO image_claims (received_sha256, scope, image_id) ${counted}
         SELECT ${address('b')}, 'site', 'gone' FROM counted`,
      )
      await sql.run(
        `INSERT INTO blobs (address, created_at_ms, images) ${counted} SELECT ${address('c')}, 1, 0 FROM counted`,
      )
      await sql.run(
        `INSERT INTO renditions (source, size, format, address, created_at_ms) ${counted}
         SELECT 's' || n, 'thumbnail', 'webp', ${address('c')}, 1 FROM counted`,
      )
    }),
  )
  await site.ports.blobs.remove(site.image.file.address)
  const found: Finding[] = []
  await checkSite(site.ports, { quick: true, report: (one) => void found.push(one) })
  const counts = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length])
  expect(Object.fromEntries(counts)).toEqual({
    lost: 1_002,
    miscounted: 1_001,
    misclaimed: 1_001,
    unrecorded: 1_001,
  })
  expect(found.find(({ address }) => address === site.image.file.address)?.imageIds).toHaveLength(100)
})

test('bytes that are younger than an upload takes are watched until they are old, or have a row', async () => {
  await using site = await openSiteOnDisk()
  const folder = join(dirname(site.databasePath), 'blobs')
  const put = async (text: string) => {
    await using staged = await site.ports.blobs.stage()
    await staged.write(new TextEncoder().encode(text))
    await site.ports.blobs.put(staged, hashOf(text))
    const paths = await readdir(folder, { recursive: true })
    const path = paths.find((one) => one.endsWith(hashOf(text).slice(-20))) ?? ''
    const at = new Date(Date.now() - 14_000)
    await utimes(join(folder, path), at, at)
  }
  await put('an orphan')
  const found: Finding[] = []
  const summary = await checkSite(site.ports, { repair: true, report: (one) => void found.push(one) })
  expect(found).toMatchObject([{ kind: 'orphan', address: hashOf('an orphan'), repaired: true }])
  expect(summary).toMatchObject({ blobs: 1, problems: 1, repaired: 1, harmless: 0 })
})
