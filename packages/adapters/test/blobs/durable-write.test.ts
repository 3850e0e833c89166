import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDirectorySync,
  createDirectWrites,
  makeDurableDirectory,
} from '../../src/blobs/durable-write.ts'
import { createMemoryFiles } from '../../src/blobs/staging-area.ts'

test('a folder that no attempt can make, as one of /proc, is refused instead of being tried for ever', async () => {
  await expect(makeDurableDirectory('/proc/nothing/blobs', createDirectorySync())).rejects.toThrow('ENOENT')
})

const createMemoryFile = createMemoryFiles({ maxFiles: 3, maxBytes: 1_048_576 })

/** Random bytes where direct writes want them. */
function holding(sizeBytes: number) {
  const file = createMemoryFile()
  for (let at = 0; at < sizeBytes; at += 65_536) {
    file?.tryAppend(crypto.getRandomValues(new Uint8Array(Math.min(65_536, sizeBytes - at))))
  }
  return { bytes: file?.bytes ?? new Uint8Array(), [Symbol.dispose]: () => file?.[Symbol.dispose]() }
}

function temporaryFile(): Disposable & { path: string } {
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-direct-'))
  const path = join(directory, 'file')
  fs.writeFileSync(path, '')
  return { path, [Symbol.dispose]: () => fs.rmSync(directory, { recursive: true }) }
}

const openDescriptors = () => fs.readdirSync('/proc/self/fd').length

test('whole blocks are written to the beginning of the file, and nothing else', async () => {
  for (const sizeBytes of [65_536, 65_537, 69_631, 69_632, 200_000, 1_048_575, 1_048_576]) {
    using file = temporaryFile()
    using other = holding(sizeBytes)
    using held = holding(sizeBytes)
    const wholeBytes = sizeBytes - (sizeBytes % 4_096)
    for (const { bytes } of [other, held]) {
      expect(await createDirectWrites()(file.path, bytes)).toBe(wholeBytes)
      expect(Buffer.compare(fs.readFileSync(file.path), bytes.subarray(0, wholeBytes))).toBe(0)
    }
  }
})

test('of a few bytes none are written directly', async () => {
  using file = temporaryFile()
  using held = holding(65_535)
  expect(await createDirectWrites()(file.path, held.bytes)).toBe(0)
  expect(fs.statSync(file.path).size).toBe(0)
})

test('where there are no direct writes none are made, and it is not tried again', async () => {
  using file = temporaryFile()
  using held = holding(200_000)
  const writeDirectly = createDirectWrites()
  // A device that can't be opened so (EINVAL).
  expect(await writeDirectly('/dev/full', held.bytes)).toBe(0)
  expect(await writeDirectly(file.path, held.bytes)).toBe(0)
  expect(fs.statSync(file.path).size).toBe(0)
})

test('any other error is thrown, and leaves no descriptor open', async () => {
  using held = holding(200_000)
  const writeDirectly = createDirectWrites()
  const before = openDescriptors()
  await expect(writeDirectly('/proc/nothing', held.bytes)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(writeDirectly(tmpdir(), held.bytes)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(openDescriptors()).toBe(before)
})
