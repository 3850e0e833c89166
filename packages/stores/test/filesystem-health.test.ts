import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectorySync, type SyncDirectory } from '../src/durable-write.ts'
import { createFilesystemHealth, type FilesystemHealth } from '../src/filesystem-health.ts'

interface Subject extends Disposable {
  path: string
  health: FilesystemHealth
}

function openHealth(syncDirectory: SyncDirectory = createDirectorySync()): Subject {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-health-'))
  return {
    path,
    health: createFilesystemHealth({ directory: path, syncDirectory }),
    [Symbol.dispose]: () => fs.rmSync(path, { recursive: true, force: true }),
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

const outcomeOf = (check: Promise<void>) =>
  check.then(
    () => 'healthy',
    (error: unknown) => error,
  )

const moreThanAnyDisk = 2 ** 60

test.each(['ENOSPC', 'EDQUOT'])('a file for which there was no space (%s) fails health', async (code) => {
  using subject = openHealth()
  await subject.health.check()
  subject.health.noteFailedWrite(systemError(code), moreThanAnyDisk)
  subject.health.noteFailedWrite(systemError(code), 1)
  expect(await outcomeOf(subject.health.check())).toMatchObject({
    code: 'STORAGE_FAILED',
    cause: { code: 'ENOSPC' },
  })
})

test('a file that failed for another reason asks for no space', async () => {
  using subject = openHealth()
  subject.health.noteFailedWrite(systemError('EMFILE'), moreThanAnyDisk)
  expect(await outcomeOf(subject.health.check())).toBe('healthy')
})

test('after a failed write, earlier measurements are not trusted', async () => {
  using subject = openHealth()
  await subject.health.check()
  fs.rmSync(subject.path, { recursive: true })
  subject.health.noteFailedWrite(systemError('ENOENT'), 1)
  expect(await outcomeOf(subject.health.check())).toMatchObject({
    code: 'STORAGE_FAILED',
    cause: { code: 'ENOENT' },
  })
})

test('a failed sync fails health at once, also a check that is under way', async () => {
  using subject = openHealth()
  const cause = systemError('EIO')
  const underWay = outcomeOf(subject.health.check())
  subject.health.noteFailedSync(cause)
  const next = outcomeOf(subject.health.check())
  for (const outcome of [await underWay, await next]) {
    expect(outcome).toMatchObject({ code: 'STORAGE_FAILED', cause })
  }
})

test('a directory that can not sync its names is not healthy', async () => {
  const cause = systemError('EIO')
  using subject = openHealth(() => Promise.reject(cause))
  expect(await outcomeOf(subject.health.check())).toMatchObject({ code: 'STORAGE_FAILED', cause })
  expect(fs.readdirSync(subject.path)).toBeEmpty()
})
