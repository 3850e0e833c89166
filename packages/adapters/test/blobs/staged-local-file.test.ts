import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStagedLocalFile } from '../../src/blobs/staged-local-file.ts'
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

function createFile(directory: string, pace: WritePace) {
  const nextPath = () => join(directory, crypto.randomUUID())
  return createStagedLocalFile({ nextPath, failures: { noteFailedWrite() {}, noteFailedSync() {} }, pace })
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
