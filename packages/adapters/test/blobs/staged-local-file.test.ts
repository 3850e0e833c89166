import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectWrites, type DirectWrites } from '../../src/blobs/direct-writes.ts'
import { createHolding } from '../../src/blobs/held-bytes.ts'
import { createStagedLocalFile, type SmallFiles } from '../../src/blobs/staged-local-file.ts'
import { createWritePace, type WritePace } from '../../src/blobs/write-pace.ts'

/** The pace of a disk that holds back every write, so that all are done beside the event loop. */
function heldBackPace() {
  let nowMs = 0
  const pace = createWritePace(() => nowMs)
  pace.time(() => {
    nowMs += 1_000
  })
  return pace
}

function temporaryDirectory(): Disposable & { path: string } {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-staged-'))
  return { path, [Symbol.dispose]: () => fs.rmSync(path, { recursive: true }) }
}

function createFile(directory: string, pace: WritePace, smallFiles?: SmallFiles) {
  const nextPath = () => join(directory, crypto.randomUUID())
  const failures = { noteFailedWrite() {}, noteFailedSync() {} }
  return createStagedLocalFile({ nextPath, failures, pace, smallFiles })
}

const hold = createHolding({ maxBytes: 4 * 1024 * 1024, maxBytesOfOne: 1024 * 1024 })

/** Direct writes to a file system that has refused one. */
async function refusedDirectWrites(): Promise<DirectWrites> {
  const direct = createDirectWrites()
  using held = hold()
  held.append(new Uint8Array(100_000))
  expect(await direct.write('/dev/full', held)).toBe(0)
  return direct
}

test('a file disposed of while a slow disk takes a write is closed and removed after it', async () => {
  using directory = temporaryDirectory()
  for (let round = 0; round < 20; round++) {
    const file = await createFile(directory.path, heldBackPace())
    const writing = file.write(new Uint8Array(4_000_000))
    await file[Symbol.asyncDispose]()
    await writing
    expect(file.sizeBytes).toBe(4_000_000)
  }
  expect(fs.readdirSync(directory.path)).toBeEmpty()
})

test('a file that was disposed of reaches no file, whoever has its descriptor now', async () => {
  using directory = temporaryDirectory()
  const file = await createFile(directory.path, createWritePace())
  await file.write(new Uint8Array(10))
  await file[Symbol.asyncDispose]()
  await using other = await createFile(directory.path, createWritePace())
  await other.write(new Uint8Array(10).fill(1))
  for (const use of [
    () => file.write(new Uint8Array(1)),
    () => file.read(0, 10),
    async () => file.readNow(0, 10),
    () => file.sync(),
    () => file.moveTo(join(directory.path, 'moved')),
  ]) {
    expect(await use().catch((error: unknown) => error)).toMatchObject({ code: 'STORAGE_FAILED' })
  }
  expect(await other.read(0, 10)).toEqual(new Uint8Array(10).fill(1))
})

test('a small file is the same whether or not the file system takes direct writes, and a slow disk', async () => {
  using directory = temporaryDirectory()
  for (const direct of [createDirectWrites(), await refusedDirectWrites()]) {
    for (const pace of [createWritePace(), heldBackPace()]) {
      for (const sizeBytes of [0, 1, 4_096, 65_536, 100_001, 1_048_576, 1_500_000]) {
        const bytes = new Uint8Array(sizeBytes).map((_, index) => index % 251)
        await using file = await createFile(directory.path, pace, { hold, direct })
        for (let at = 0; at < sizeBytes; at += 70_000) await file.write(bytes.subarray(at, at + 70_000))
        await file.sync()
        const target = join(directory.path, 'moved')
        await file.moveTo(target)
        expect(Buffer.compare(fs.readFileSync(target), bytes)).toBe(0)
      }
    }
  }
})

test('a small file that is written on after it was synced is whole once it is synced again', async () => {
  using directory = temporaryDirectory()
  await using file = await createFile(directory.path, createWritePace(), {
    hold,
    direct: createDirectWrites(),
  })
  await file.write(new Uint8Array(100_000).fill(1))
  await file.sync()
  await file.write(new Uint8Array(100_000).fill(2))
  expect(await file.read(99_999, 2)).toEqual(Uint8Array.of(1, 2))
  await file.sync()
  const written = fs.readFileSync(file.path)
  expect(written.length).toBe(200_000)
  expect([written[99_999], written[100_000], written[199_999]]).toEqual([1, 2, 2])
})

test("the memory of a small file is no other file's before the disk has its bytes", async () => {
  using directory = temporaryDirectory()
  const smallFiles = { hold, direct: createDirectWrites() }
  for (let round = 0; round < 30; round++) {
    const file = await createFile(directory.path, createWritePace(), smallFiles)
    await file.write(new Uint8Array(1_000_000).fill(1))
    const descriptor = fs.openSync(file.path, 'r')
    const synced = file.sync()
    const disposed = file[Symbol.asyncDispose]()
    await using other = await createFile(directory.path, createWritePace(), smallFiles)
    for (let taken = 0; taken < 3; taken++) await other.write(new Uint8Array(300_000).fill(2))
    await Promise.all([synced, disposed])
    const written = fs.readFileSync(descriptor)
    fs.closeSync(descriptor)
    expect(written.length).toBe(1_000_000)
    expect(written.every((byte) => byte === 1)).toBe(true)
  }
})
