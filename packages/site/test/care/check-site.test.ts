import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { png } from '@pictoglyph/media/test/build/png'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { type CheckSummary, checkSite } from '../../src/care/check-site.ts'
import { copyBlobs, removeUnnamed } from '../../src/care/copy-blobs.ts'
import type { Finding } from '../../src/care/findings.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

async function check(
  { ports }: SiteOnDisk,
  repair = false,
): Promise<{ found: Pick<Finding, 'kind' | 'repaired'>[]; summary: CheckSummary }> {
  const found: Pick<Finding, 'kind' | 'repaired'>[] = []
  const report = ({ kind, repaired }: Finding) => void found.push({ kind, repaired })
  const summary = await checkSite(ports, { report, repair })
  return { found, summary }
}

const uploaded = async (site: SiteOnDisk, side: number) =>
  (await upload(site.ports, site.incoming({ file: png(side, side) }))).image

test('a site that is whole has no findings', async () => {
  await using site = await openSiteOnDisk()
  const { file } = await uploaded(site, 2)
  await uploaded(site, 3)
  const { found, summary } = await check(site)
  expect(found).toEqual([])
  expect(summary).toMatchObject({ blobs: 2, problems: 0, bytes: file.sizeBytes + png(3, 3).length })
})

test('bytes that are lost are told with their images, and are no repair’s to make', async () => {
  await using site = await openSiteOnDisk()
  const image = await uploaded(site, 2)
  await site.ports.blobs.remove(image.file.address)
  const told: Finding[] = []
  const summary = await checkSite(site.ports, { report: (one) => void told.push(one), repair: true })
  expect(told).toMatchObject([
    { kind: 'lost', address: image.file.address, imageIds: [image.id], repaired: false },
  ])
  expect(summary).toMatchObject({ problems: 1, repaired: 0, harmless: 0 })
})

test('rows that say something wrong of right bytes are found, and repaired if that is asked for', async () => {
  await using site = await openSiteOnDisk()
  const image = await uploaded(site, 2)
  {
    using rows = new Database(site.databasePath)
    rows.run('UPDATE blobs SET size_bytes = 1, images = 5')
  }
  expect((await check(site)).found.map(({ kind }) => kind).toSorted()).toEqual(['miscounted', 'misrecorded'])
  const { found, summary } = await check(site, true)
  expect(found.every(({ repaired }) => repaired)).toBe(true)
  expect(summary.repaired).toBe(found.length)
  expect((await check(site)).found).toEqual([])
  expect((await site.ports.database.images.byId(image.id))?.file.sizeBytes).toBe(image.file.sizeBytes)
})

test('the bytes that rows need are copied to another store, once, and others are removed from it', async () => {
  await using site = await openSiteOnDisk()
  const [first, second] = [await uploaded(site, 2), await uploaded(site, 3)]
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-copy-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o700)
  const to = await createFilesystemBlobStore({ directory })
  opened.defer(() => to.close())
  const { database, blobs } = site.ports
  const copy = (verifyKept = false) =>
    copyBlobs({ references: database.blobs, from: blobs, to, createSha256, verifyKept })
  const bytes = first.file.sizeBytes + second.file.sizeBytes
  expect(await copy()).toEqual({ blobs: 2, bytes, copied: 2, missing: [] })
  expect(await copy(true)).toEqual({ blobs: 2, bytes, copied: 0, missing: [] })
  await blobs.remove(second.file.address)
  await to.remove(second.file.address)
  expect(await copy()).toMatchObject({ blobs: 1, missing: [second.file.address] })
  await using staged = await to.stage()
  await staged.write(Uint8Array.of(1))
  await to.put(staged, createSha256().update(Uint8Array.of(1)).digest('hex'))
  expect(await removeUnnamed(database, to)).toBe(1)
  expect((await Array.fromAsync(to.list())).map(({ address }) => address)).toEqual([first.file.address])
})
