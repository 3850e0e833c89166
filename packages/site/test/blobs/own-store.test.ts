import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { png } from '@pictoglyph/media/test/build/png'
import { createFilesystemBlobStore, openFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { createOwnStore } from '../../src/blobs/own-store.ts'
import { copyBlobs } from '../../src/care/copy-blobs.ts'
import { deleteImages } from '../../src/images/images.ts'
import { Failure } from '../../src/language/failure.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'pictoglyph-own-store-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Uploads images of these widths; each is one blob. */
async function uploadImages({ ports, incoming }: SiteOnDisk, widths: readonly number[]): Promise<string[]> {
  const addresses: string[] = []
  for (const width of widths) {
    const { image } = await upload(ports, incoming({ file: png(width, 1) }))
    addresses.push(image.file.address)
  }
  return addresses
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'own',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  )

/** A store without a mark that has all but some of the site's blobs. */
async function copyWithout({ ports }: SiteOnDisk, path: string, lost: readonly string[]) {
  const store = await createFilesystemBlobStore({ directory: path })
  await copyBlobs({ references: ports.database.blobs, from: ports.blobs, to: store, createSha256 })
  for (const address of lost) await store.remove(address)
  return openFilesystemBlobStore({ directory: path })
}

test('a store without a mark is the site’s if it holds at least half of what its rows need', async () => {
  await using site = await openSiteOnDisk()
  await using folder = await temporaryFolder()
  const addresses = await uploadImages(site, [1, 2, 3, 4])
  for (const [lost, outcome] of [
    [0, 'own'],
    [2, 'own'],
    [3, 'CONFLICT'],
    [4, 'CONFLICT'],
  ] as const) {
    const store = await copyWithout(site, join(folder.path, String(lost)), addresses.slice(0, lost))
    const own = createOwnStore(store, site.ports.database)
    expect([lost, await outcomeOf(own.requireOwn())]).toEqual([lost, outcome])
    expect([lost, (await store.owner()) !== undefined]).toEqual([lost, outcome === 'own'])
  }
})

test('what was deleted since is not looked for: neither in a sample of all, nor in one of many', async () => {
  await using site = await openSiteOnDisk()
  await using folder = await temporaryFolder()
  const addresses = await uploadImages(
    site,
    Array.from({ length: 60 }, (_, at) => at + 1),
  )
  const released = addresses.slice(0, 35)
  const ids = await Promise.all(released.map((each) => site.ports.database.images.idsByBlob(each, 1)))
  const ownerId = site.admin.id
  await deleteImages(site.ports, commandActor, ownerId, ids.flat())
  await site.ports.database.images.collect(site.clock.nowMs + 1, site.clock.nowMs)
  expect((await site.ports.database.blobs.needed(null, 99)).length).toBe(25)

  const without = await copyWithout(site, join(folder.path, 'without'), released)
  expect(await outcomeOf(createOwnStore(without, site.ports.database).requireOwn())).toBe('own')
  const empty = openFilesystemBlobStore({ directory: join(folder.path, 'empty') })
  expect(await outcomeOf(createOwnStore(empty, site.ports.database).requireOwn())).toBe('CONFLICT')
})

test('reading makes nothing in a store, and the first write marks it', async () => {
  await using site = await openSiteOnDisk()
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'blobs')
  const { blobs } = createOwnStore(openFilesystemBlobStore({ directory }), site.ports.database)
  const address = 'a'.repeat(64)
  expect(await blobs.stat(address)).toBeUndefined()
  expect(await Array.fromAsync(blobs.list())).toEqual([])
  expect(await outcomeOf(blobs.open(address))).toBe('BLOB_MISSING')
  expect(await readdir(folder.path)).toEqual([])
  await blobs.remove(address)
  expect((await readdir(directory)).toSorted()).toEqual(['site-id', 'staging'])
})

test('to its callers, a store of others is one that does not work, whatever is asked of it', async () => {
  await using site = await openSiteOnDisk()
  await using folder = await temporaryFolder()
  await uploadImages(site, [1])
  const directory = join(folder.path, 'blobs')
  const { blobs } = createOwnStore(openFilesystemBlobStore({ directory }), site.ports.database)
  const address = 'a'.repeat(64)
  const uses = {
    open: () => blobs.open(address),
    stat: () => blobs.stat(address),
    list: () => Array.fromAsync(blobs.list()),
    stage: () => blobs.stage(),
    remove: () => blobs.remove(address),
    checkHealth: () => blobs.checkHealth(),
  }
  for (const [name, use] of Object.entries(uses)) {
    expect([name, await outcomeOf(use())]).toEqual([name, 'STORAGE_FAILED'])
  }
  expect(await readdir(folder.path)).toEqual([])
})
