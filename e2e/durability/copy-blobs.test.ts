import { expect, test } from 'bun:test'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { type CopyOptions, copyBlobs, removeUnnamed } from '@pictoglyph/site/care/copy-blobs'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { auditOf, type FileSite, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

interface Copying extends AsyncDisposable {
  site: FileSite
  /** Of three images, in the order of their addresses. */
  addresses: [string, string, string]
  to: BlobStore
  /** Where the bytes of an address are, here and where they are copied to. */
  pathsOf(address: string): { from: string; to: string }
  copy(options?: Partial<CopyOptions>): ReturnType<typeof copyBlobs>
}

async function openCopying(): Promise<Copying> {
  const site = await openFileSite()
  const addresses = [1, 2, 3].map((seed) => sha256Of(sampleImage(seed)))
  for (const seed of [1, 2, 3]) await uploadTo(site.ports, site, sampleImage(seed))
  const target = join(site.directory, 'copy')
  const to = await createFilesystemBlobStore({ directory: target })
  const { database, blobs } = site.ports
  return {
    site,
    addresses: addresses.sort() as [string, string, string],
    to,
    pathsOf: (address) => ({
      from: join(site.directory, 'blobs', address.slice(0, 2), address.slice(2)),
      to: join(target, address.slice(0, 2), address.slice(2)),
    }),
    copy: (options) => copyBlobs({ references: database.blobs, from: blobs, to, createSha256, ...options }),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

/** An image that has been deleted for good, whose bytes are not collected yet. */
async function uploadAndCollect({ ports, ...site }: FileSite, seed: number): Promise<string> {
  const { image } = await uploadTo(ports, site, sampleImage(seed))
  const nowMs = ports.clock()
  await ports.database.images.remove([image.id], nowMs - 1, auditOf('image.delete'))
  await ports.database.images.collect(nowMs, nowMs - 1)
  return image.file.address
}

test('what rows need is copied once, and what is there already is counted and left', async () => {
  await using subject = await openCopying()
  const { site, addresses } = subject
  await uploadAndCollect(site, 4)
  const bytes = [1, 2, 3].reduce((sum, seed) => sum + sampleImage(seed).length, 0)
  expect(await subject.copy()).toEqual({ blobs: 3, bytes, copied: 3, missing: [] })
  expect(await subject.copy()).toEqual({ blobs: 3, bytes, copied: 0, missing: [] })
  const copied = await Array.fromAsync(subject.to.list(), ({ address }) => address)
  expect(copied).toEqual(addresses)
  for (const address of addresses) expect(sha256Of(readFileSync(subject.pathsOf(address).to))).toBe(address)
})

test('of damaged bytes none are copied, and they are told with those that are gone, in order', async () => {
  await using subject = await openCopying()
  const [altered, lost, unreadable] = subject.addresses
  writeFileSync(subject.pathsOf(altered).from, 'other bytes')
  rmSync(subject.pathsOf(lost).from)
  rmSync(subject.pathsOf(unreadable).from)
  // Of a process's memory, the first page can't be read.
  symlinkSync('/proc/self/mem', subject.pathsOf(unreadable).from)
  expect(await subject.copy()).toEqual({ blobs: 0, bytes: 0, copied: 0, missing: subject.addresses })
  expect(await Array.fromAsync(subject.to.list())).toEqual([])
})

test('bytes that a store fails to read are not said to be missing while the store itself does not work', async () => {
  await using subject = await openCopying()
  const { from } = subject.pathsOf(subject.addresses[0])
  rmSync(from)
  symlinkSync('/proc/self/mem', from)
  rmSync(join(subject.site.directory, 'blobs/staging'), { recursive: true })
  expect(await subject.copy().catch((error: unknown) => error)).toMatchObject({ code: 'STORAGE_FAILED' })
})

test('damaged bytes that are there already are brought anew, those of the right size where they are read through', async () => {
  await using subject = await openCopying()
  await subject.copy()
  const [altered, cut] = subject.addresses
  const { to } = subject.pathsOf(altered)
  writeFileSync(to, readFileSync(to).fill(0, 0, 10))
  writeFileSync(subject.pathsOf(cut).to, 'cut')
  expect(await subject.copy()).toMatchObject({ blobs: 3, copied: 1 })
  expect(await subject.copy({ verifyKept: true })).toMatchObject({ blobs: 3, copied: 1 })
  for (const address of subject.addresses) {
    expect(sha256Of(readFileSync(subject.pathsOf(address).to))).toBe(address)
  }
})

test('copying ends when it may not go on', async () => {
  await using subject = await openCopying()
  const calledOff = new Error('called off')
  const requireHeld = () => {
    throw calledOff
  }
  expect(await subject.copy({ requireHeld }).catch((error: unknown) => error)).toBe(calledOff)
  expect(await Array.fromAsync(subject.to.list())).toEqual([])
})

test('what no row names is removed from a copy, and nothing else', async () => {
  await using subject = await openCopying()
  await subject.copy()
  const released = await uploadAndCollect(subject.site, 4)
  for (const seed of [4, 5]) {
    await using staged = await subject.to.stage()
    await staged.write(sampleImage(seed))
    await subject.to.put(staged, sha256Of(sampleImage(seed)))
  }
  expect(await removeUnnamed(subject.site.ports.database, subject.to)).toBe(1)
  expect(await removeUnnamed(subject.site.ports.database, subject.to)).toBe(0)
  const left = await Array.fromAsync(subject.to.list(), ({ address }) => address)
  expect(left).toEqual([...subject.addresses, released].sort())
})
