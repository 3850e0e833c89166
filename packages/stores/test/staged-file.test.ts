import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskFile } from '../src/disk-file.ts'
import { createMemoryFiles, createStagedFile } from '../src/staging-area.ts'

const maxBytes = 1024 * 1024

/** A directory, and a staging area with one piece of memory in front of it. */
function receiving() {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-staged-'))
  const failed: { writes: number[]; syncs: unknown[] } = { writes: [], syncs: [] }
  const failures = {
    noteFailedWrite: (_cause: unknown, sizeBytes: number) => failed.writes.push(sizeBytes),
    noteFailedSync: (cause: unknown) => failed.syncs.push(cause),
  }
  const staging = join(path, 'staging')
  fs.mkdirSync(staging)
  const nextPath = () => join(staging, crypto.randomUUID())
  const onDisk = () => createDiskFile(nextPath, failures)
  const parts = { createDiskFile: onDisk, nextPath, failures }
  const createMemoryFile = createMemoryFiles({ maxFiles: 1, maxBytes })
  return {
    path,
    staging,
    failed,
    stage: async () => createStagedFile(createMemoryFile() ?? (await onDisk()), parts),
    stageOnDisk: async () => createStagedFile(await onDisk(), parts),
    staged: () => fs.readdirSync(staging),
    [Symbol.dispose]: () => fs.rmSync(path, { recursive: true }),
  }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code: unknown }).code,
  )

test('a file that is disposed of while the disk takes a write is closed and removed after it', async () => {
  using place = receiving()
  for (let round = 0; round < 20; round++) {
    const file = await place.stageOnDisk()
    const writing = file.write(new Uint8Array(4_000_000))
    await file[Symbol.asyncDispose]()
    await writing
    expect(file.sizeBytes).toBe(4_000_000)
  }
  expect(place.staged()).toBeEmpty()
})

test('a file that is disposed of while it moves from memory to the disk leaves neither', async () => {
  using place = receiving()
  for (let round = 0; round < 20; round++) {
    const file = await place.stage()
    await file.write(new Uint8Array(maxBytes).fill(1))
    const writing = file.write(new Uint8Array(maxBytes).fill(1))
    await file[Symbol.asyncDispose]()
    await writing
    expect(place.staged()).toBeEmpty()
    await using inMemory = await place.stage()
    await inMemory.write(new Uint8Array(10))
    await using another = await place.stage()
    expect([inMemory.sizeBytes, another.sizeBytes, place.staged().length]).toEqual([10, 0, 1])
  }
})

test('a disposed file reaches no file that has reused its descriptor or memory', async () => {
  using place = receiving()
  for (const stage of [place.stage, place.stageOnDisk]) {
    const file = await stage()
    await file.write(new Uint8Array(10))
    await file[Symbol.asyncDispose]()
    await using other = await stage()
    await other.write(new Uint8Array(10).fill(1))
    for (const use of [
      () => file.write(new Uint8Array(1)),
      async () => file.read(0, 10),
      async () => file.blob(),
      () => file.storeAt(join(place.path, 'stored')),
    ]) {
      expect(await codeOf(use())).toBe('STORAGE_FAILED')
    }
    expect(Buffer.from(other.read(0, 10))).toEqual(Buffer.alloc(10, 1))
  }
  expect(fs.readdirSync(place.path)).toEqual(['staging'])
})

test('a file of any size is stored as it was written, once and again', async () => {
  using place = receiving()
  const sizes = [0, 1, 4_096, 65_536, 100_001, maxBytes - 1, maxBytes, maxBytes + 1, 3_000_000]
  for (const stage of [place.stage, place.stageOnDisk]) {
    for (const sizeBytes of sizes) {
      const bytes = Buffer.from(Uint8Array.from({ length: sizeBytes }, (_, index) => index % 251))
      await using file = await stage()
      for (let at = 0; at < sizeBytes; at += 70_000) await file.write(bytes.subarray(at, at + 70_000))
      expect(bytes.equals(await file.blob().bytes())).toBe(true)
      for (const name of ['once', 'again', 'again']) {
        await file.storeAt(join(place.path, name))
        expect(bytes.equals(fs.readFileSync(join(place.path, name)))).toBe(true)
      }
    }
  }
  expect(place.staged()).toBeEmpty()
})

test('a small file can be written on after it was stored, and is whole once it is stored again', async () => {
  using place = receiving()
  await using file = await place.stage()
  await file.write(new Uint8Array(100_000).fill(1))
  await file.storeAt(join(place.path, 'stored'))
  await file.write(new Uint8Array(100_000).fill(2))
  expect(file.read(99_999, 2)).toEqual(Uint8Array.of(1, 2))
  await file.storeAt(join(place.path, 'stored'))
  const stored = fs.readFileSync(join(place.path, 'stored'))
  expect([stored.length, stored[99_999], stored[100_000], stored[199_999]]).toEqual([200_000, 1, 2, 2])
})

test("the memory of a file is no other file's before the disk has its bytes", async () => {
  using place = receiving()
  for (let round = 0; round < 30; round++) {
    const file = await place.stage()
    await file.write(new Uint8Array(1_000_000).fill(1))
    const storing = file.storeAt(join(place.path, 'stored'))
    const disposing = file[Symbol.asyncDispose]()
    await using other = await place.stage()
    for (let taken = 0; taken < 3; taken++) await other.write(new Uint8Array(300_000).fill(2))
    await Promise.all([storing, disposing])
    const stored = fs.readFileSync(join(place.path, 'stored'))
    expect(stored.length).toBe(1_000_000)
    expect(stored.every((byte) => byte === 1)).toBe(true)
  }
})

test('a store that fails leaves no file, and one in memory can be stored elsewhere', async () => {
  using place = receiving()
  const nowhere = join(place.path, 'nowhere', 'stored')
  await using file = await place.stage()
  await file.write(new Uint8Array(100_000).fill(1))
  expect(await codeOf(file.storeAt(nowhere))).toBe('ENOENT')
  expect(place.staged()).toBeEmpty()
  await file.storeAt(join(place.path, 'stored'))
  expect(fs.readFileSync(join(place.path, 'stored')).length).toBe(100_000)
})

test('without a writable disk, large uploads are refused, and the disk is reported as failed', async () => {
  using place = receiving()
  await using file = await place.stage()
  await file.write(new Uint8Array(maxBytes))
  fs.rmSync(place.staging, { recursive: true })
  expect(await codeOf(file.write(new Uint8Array(5)))).toBe('STORAGE_FAILED')
  expect(place.failed.writes).toEqual([maxBytes + 5])
})
