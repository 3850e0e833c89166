import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckOptions, checkSite } from '@pictoglyph/site/care/check-site'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { Image } from '@pictoglyph/site/language/records'
import { type FileSite, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage } from '../site/sample-image.ts'

async function check({ ports }: FileSite, options: Omit<CheckOptions, 'report'> = {}): Promise<Finding[]> {
  const findings: Finding[] = []
  await checkSite(ports, { ...options, report: (finding) => findings.push(finding) })
  return findings
}

/** Changes rows from outside, where nothing is checked. */
function damage({ directory }: FileSite, statement: string): void {
  using outside = new Database(join(directory, 'pictoglyph.db'))
  outside.run('PRAGMA busy_timeout = 5000')
  outside.run('PRAGMA foreign_keys = OFF')
  outside.run(statement)
}

/** A stored image, an hour old. */
async function storedImage(site: FileSite, seed: number): Promise<{ image: Image; path: string }> {
  const { image } = await uploadTo(site.ports, site, sampleImage(seed))
  const { address } = image.file
  const path = join(site.directory, 'blobs', address.slice(0, 2), address.slice(2))
  const anHourAgo = Date.now() / 1_000 - 3_600
  utimesSync(path, anHourAgo, anHourAgo)
  return { image, path }
}

test('bytes whose row is gone are no orphan while an image names them: a repair writes the row from the file', async () => {
  await using site = await openFileSite()
  const { image, path } = await storedImage(site, 1)
  const { address } = image.file
  damage(site, `DELETE FROM blobs WHERE address = '${address}'`)
  const expected = { kind: 'unrecorded', address, imageIds: [image.id] } as const
  expect(await check(site)).toMatchObject([{ ...expected, repaired: false }])
  expect(await check(site, { quick: true, repair: true })).toMatchObject([{ ...expected, repaired: true }])
  expect(readFileSync(path)).toEqual(Buffer.from(sampleImage(1)))
  expect(await site.replica.database.images.byId(image.id)).toEqual(image)
  expect(await check(site)).toEqual([])
})

test('a collection of garbage keeps bytes that an image names, although their row is gone', async () => {
  await using site = await openFileSite()
  const { image, path } = await storedImage(site, 1)
  damage(site, `DELETE FROM blobs WHERE address = '${image.file.address}'`)
  const options = { releasedForMs: 0, orphanedForMs: 0 }
  expect(await collectGarbage(site.ports, options)).toMatchObject({ removedOrphans: 0 })
  expect(readFileSync(path)).toEqual(Buffer.from(sampleImage(1)))
})

test('a row is not written from bytes that are other ones, cut, no image or gone; the same upload heals it', async () => {
  await using site = await openFileSite()
  const [altered, cut, lost, overwritten] = [
    await storedImage(site, 1),
    await storedImage(site, 2),
    await storedImage(site, 3),
    await storedImage(site, 4),
  ]
  writeFileSync(altered.path, sampleImage(9))
  writeFileSync(cut.path, sampleImage(2).slice(0, 100))
  rmSync(lost.path)
  writeFileSync(overwritten.path, 'no image')
  damage(site, 'DELETE FROM blobs')
  const findings = await check(site, { repair: true })
  expect(findings.map(({ kind, repaired }) => [kind, repaired])).toEqual(
    findings.map(() => ['unrecorded', false]),
  )
  expect(findings.flatMap(({ imageIds }) => imageIds).sort()).toEqual(
    [altered, cut, lost, overwritten].map(({ image }) => image.id).sort(),
  )
  for (const seed of [1, 2, 3, 4]) {
    expect(await uploadTo(site.ports, site, sampleImage(seed))).toMatchObject({ deduped: true })
  }
  expect(await check(site)).toEqual([])
})

test('a rendition whose row is gone is deleted, to be made again', async () => {
  await using site = await openFileSite()
  const { image } = await storedImage(site, 1)
  const { address } = image.file
  damage(
    site,
    `INSERT INTO renditions (source, size, format, address, created_at_ms)
     VALUES ('${address}', 'thumbnail', 'webp', '${'0'.repeat(64)}', 1)`,
  )
  expect(await check(site, { repair: true })).toMatchObject([
    { kind: 'unrecorded', imageIds: [image.id], repaired: true },
  ])
  expect(await site.ports.database.renditions.of(address)).toEqual([])
  expect(await check(site)).toEqual([])
})

test('a rendition whose bytes are damaged is deleted by a repair, to be made again', async () => {
  await using site = await openFileSite()
  const { image } = await storedImage(site, 1)
  const source = image.file.address
  const address = 'c'.repeat(64)
  damage(
    site,
    `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images)
     VALUES ('${address}', 5, 'image/webp', 1, 1, 1, 1, 1)`,
  )
  damage(
    site,
    `INSERT INTO renditions (source, size, format, address, created_at_ms)
     VALUES ('${source}', 'thumbnail', 'webp', '${address}', 1)`,
  )
  await Bun.write(join(site.directory, 'blobs/cc', address.slice(2)), 'other')
  expect(await check(site)).toMatchObject([{ kind: 'altered', address, repaired: false }])
  expect(await site.ports.database.renditions.of(source)).toHaveLength(1)
  expect(await check(site, { repair: true })).toMatchObject([{ kind: 'altered', address, repaired: true }])
  expect(await site.ports.database.renditions.of(source)).toEqual([])
  expect(await check(site)).toEqual([])
})

test('when an image row is gone, its claim and its count are found and put right, and the upload works again', async () => {
  await using site = await openFileSite()
  const { image } = await storedImage(site, 1)
  damage(site, `DELETE FROM images WHERE id = '${image.id}'`)
  const found = (repaired: boolean) => [
    { kind: 'miscounted', address: image.file.address, repaired },
    { kind: 'misclaimed', address: image.receivedSha256, repaired },
  ]
  expect(await check(site)).toMatchObject(found(false))
  expect(await check(site, { repair: true })).toMatchObject(found(true))
  expect(await check(site)).toEqual([])
  expect(await uploadTo(site.ports, site, sampleImage(1))).toMatchObject({ deduped: false })
})

test('of thousands of wrong rows each is found once, by its kind', async () => {
  await using site = await openFileSite()
  const { image } = await storedImage(site, 1)
  const count = 1_200
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const addresses = (head: string) => `'${head}' || printf('%063d', n)`
  damage(
    site,
    `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images, released_at_ms)
     ${numbers} SELECT ${addresses('b')}, 9, 'image/png', 1, 1, 1, 1, 1, 1 FROM numbers`,
  )
  damage(
    site,
    `INSERT INTO renditions (source, size, format, address, created_at_ms)
     ${numbers} SELECT '${image.file.address}', 'thumbnail' || n, 'webp', ${addresses('c')}, 1 FROM numbers`,
  )
  damage(
    site,
    `INSERT INTO image_claims (received_sha256, scope, image_id)
     ${numbers} SELECT ${addresses('d')}, 'site', 'gone' || n FROM numbers`,
  )
  const found = Map.groupBy(await check(site), ({ kind }) => kind)
  const kinds = ['stale', 'unrecorded', 'miscounted', 'misclaimed'] as const
  for (const kind of kinds) {
    const addressesFound = new Set(found.get(kind)?.map(({ address }) => address))
    expect([kind, addressesFound.size, found.get(kind)?.length]).toEqual([kind, count, count])
  }
}, 60_000)

test('a wrong size and a wrong release in a row are put right where bytes and images tell the truth', async () => {
  await using site = await openFileSite()
  const [resized, released] = [(await storedImage(site, 1)).image, (await storedImage(site, 2)).image]
  damage(site, `UPDATE blobs SET size_bytes = 5 WHERE address = '${resized.file.address}'`)
  damage(site, `UPDATE blobs SET images = 0, released_at_ms = 1 WHERE address = '${released.file.address}'`)
  const kinds = async (options: Omit<CheckOptions, 'report'> = {}) =>
    (await check(site, options)).map(({ kind, repaired }) => `${kind} ${repaired}`).sort()
  expect(await kinds()).toEqual(['misrecorded false', 'misreleased false'])
  expect(await kinds({ repair: true })).toEqual(['misrecorded true', 'misreleased true'])
  expect(await kinds()).toEqual([])
  expect(await site.replica.database.images.byId(resized.id)).toEqual(resized)
})
