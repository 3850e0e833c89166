import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectorySync, makeDurableDirectory, writeDurably, writeSynced } from '../src/durable-write.ts'

test('a folder that no attempt can make, as one of /proc, is refused instead of being tried for ever', async () => {
  await expect(makeDurableDirectory('/proc/nothing/blobs', createDirectorySync())).rejects.toThrow('ENOENT')
})

function temporaryDirectory(): Disposable & { path: string } {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-durable-'))
  return { path, [Symbol.dispose]: () => fs.rmSync(path, { recursive: true }) }
}

const openDescriptors = () => fs.readdirSync('/proc/self/fd').length
const noFailures = {
  noteFailedWrite: () => expect.unreachable(),
  noteFailedSync: () => expect.unreachable(),
}

test('bytes in memory become a file that only its user reads, of any size', async () => {
  using directory = temporaryDirectory()
  for (const sizeBytes of [0, 1, 65_537, 1_048_576, 8_000_001]) {
    const path = join(directory.path, String(sizeBytes))
    const bytes = crypto.getRandomValues(new Uint8Array(Math.min(sizeBytes, 65_536)))
    const whole = Buffer.alloc(sizeBytes, bytes)
    await writeSynced(path, whole, noFailures)
    expect(whole.equals(fs.readFileSync(path))).toBe(true)
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  }
})

test('a name that is in use is left as it is, and no failure leaves a descriptor open', async () => {
  using directory = temporaryDirectory()
  const path = join(directory.path, 'taken')
  fs.writeFileSync(path, 'other')
  const before = openDescriptors()
  await expect(writeSynced(path, Buffer.from('bytes'), noFailures)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(writeSynced('/proc/nothing', Buffer.from('bytes'), noFailures)).rejects.toMatchObject({
    code: 'ENOENT',
  })
  expect(fs.readFileSync(path, 'utf8')).toBe('other')
  expect(openDescriptors()).toBe(before)
})

test('a failed write leaves no temporary file, and the old file unchanged', async () => {
  using directory = temporaryDirectory()
  const [temporaryPath, path] = [join(directory.path, 'temporary'), join(directory.path, 'file')]
  fs.writeFileSync(path, 'before')
  const failing = writeDurably({ temporaryPath, path }, async (at) => {
    fs.writeFileSync(at, 'half of')
    throw new Error('no more')
  })
  await expect(failing).rejects.toThrow('no more')
  expect(fs.readdirSync(directory.path)).toEqual(['file'])
  expect(fs.readFileSync(path, 'utf8')).toBe('before')
})
