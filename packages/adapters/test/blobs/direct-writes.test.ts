import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectWrites } from '../../src/blobs/direct-writes.ts'
import { createHolding, type HeldBytes } from '../../src/blobs/held-bytes.ts'

const hold = createHolding({ maxBytes: 4 * 1024 * 1024, maxBytesOfOne: 1024 * 1024 })

function holding(sizeBytes: number): HeldBytes {
  const held = hold()
  held.append(crypto.getRandomValues(new Uint8Array(Math.min(sizeBytes, 65_536))))
  held.append(new Uint8Array(sizeBytes - held.sizeBytes).fill(7))
  return held
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
    using held = holding(sizeBytes)
    const wholeBytes = sizeBytes - (sizeBytes % 4_096)
    expect(await createDirectWrites().write(file.path, held)).toBe(wholeBytes)
    expect(Buffer.compare(fs.readFileSync(file.path), held.read(0, wholeBytes))).toBe(0)
  }
})

test('of a few bytes none are written directly', async () => {
  using file = temporaryFile()
  using held = holding(65_535)
  expect(await createDirectWrites().write(file.path, held)).toBe(0)
  expect(fs.statSync(file.path).size).toBe(0)
})

test('where there are no direct writes none are made, and it is not tried again', async () => {
  using file = temporaryFile()
  using held = holding(200_000)
  const direct = createDirectWrites()
  // A device that can't be opened so (EINVAL).
  expect(await direct.write('/dev/full', held)).toBe(0)
  expect(await direct.write(file.path, held)).toBe(0)
  expect(fs.statSync(file.path).size).toBe(0)
})

test('any other error is thrown, and leaves no descriptor open', async () => {
  using held = holding(200_000)
  const direct = createDirectWrites()
  const before = openDescriptors()
  await expect(direct.write('/proc/nothing', held)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(direct.write(tmpdir(), held)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(openDescriptors()).toBe(before)
})
