import { expect, spyOn, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectorySync, type SyncDirectory } from '../src/durable-write.ts'
import { createFilesystemHealth, type FilesystemHealth } from '../src/filesystem-health.ts'

interface Subject extends Disposable {
  path: string
  health: FilesystemHealth
}

function openHealth(syncDirectory: SyncDirectory = createDirectorySync(), minFreeBytes?: number): Subject {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-health-'))
  return {
    path,
    health: createFilesystemHealth({ directory: path, syncDirectory, minFreeBytes }),
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

test('4 MiB are kept free beside a file for which there was no space', async () => {
  using subject = openHealth()
  subject.health.noteFailedWrite(systemError('ENOSPC'), 1_000_000_000_000_000)
  const failure = await outcomeOf(subject.health.check())
  expect(String(Object(failure).cause)).toEndWith(' bytes are free, 1000000004194304 are needed.')
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

/** A clock that is set by hand. */
function spiedClock(): Disposable & { nowMs: number } {
  const spy = spyOn(performance, 'now').mockImplementation(() => clock.nowMs)
  const clock = { nowMs: 1_000_000, [Symbol.dispose]: () => spy.mockRestore() }
  return clock
}

test('a failed sync fails health for five seconds, and then until a file can be synced', async () => {
  using subject = openHealth()
  using clock = spiedClock()
  const cause = systemError('EIO')
  subject.health.noteFailedSync(cause)
  clock.nowMs += 4_999
  expect(await outcomeOf(subject.health.check())).toMatchObject({ cause })
  clock.nowMs += 1
  expect(await outcomeOf(subject.health.check())).toBe('healthy')
})

test('after a failed sync, no test that began before it counts', async () => {
  const [underWay, late] = [Promise.withResolvers<void>(), systemError('ELATE')]
  let syncs = 0
  using subject = openHealth(() => (++syncs === 1 ? underWay.promise : Promise.reject(late)))
  using clock = spiedClock()
  const first = outcomeOf(subject.health.check())
  while (syncs === 0) await Bun.sleep(1)
  clock.nowMs += 1
  subject.health.noteFailedSync(systemError('EIO'))
  clock.nowMs += 5_000
  const second = outcomeOf(subject.health.check())
  underWay.resolve()
  expect(await second).toMatchObject({ cause: late })
  expect(await first).toMatchObject({ cause: { code: 'EIO' } })
})

test('the space of the disk is that of the system', async () => {
  using subject = openHealth()
  const { blocks, bsize } = fs.statfsSync(subject.path)
  expect((await subject.health.space()).totalBytes).toBe(blocks * bsize)
})

test('a test of the directory counts for three seconds', async () => {
  using subject = openHealth()
  using clock = spiedClock()
  await subject.health.check()
  fs.rmSync(subject.path, { recursive: true })
  clock.nowMs += 2_999
  expect(await outcomeOf(subject.health.check())).toBe('healthy')
  clock.nowMs += 1
  expect(await outcomeOf(subject.health.check())).toMatchObject({ cause: { code: 'ENOENT' } })
})

test('a measurement of free space counts for almost a second, and for half of what may be used', async () => {
  const { bavail, bsize } = fs.statfsSync(tmpdir())
  const shareOf = (share: number) => Math.floor(bavail * bsize * share)
  using subject = openHealth(undefined, shareOf(0.5))
  using clock = spiedClock()
  const spaceFor = (bytes: number) => outcomeOf(subject.health.requireSpareSpace(bytes))
  expect(await spaceFor(0)).toBe('healthy')
  fs.rmSync(subject.path, { recursive: true })
  clock.nowMs += 999
  expect(await spaceFor(shareOf(0.2))).toBe('healthy')
  expect(await spaceFor(shareOf(0.1))).toMatchObject({ code: 'ENOENT' })
})

test('a measurement of a second ago is made again', async () => {
  using subject = openHealth()
  using clock = spiedClock()
  await subject.health.requireSpareSpace(0)
  fs.rmSync(subject.path, { recursive: true })
  clock.nowMs += 1_000
  expect(await outcomeOf(subject.health.requireSpareSpace(0))).toMatchObject({ code: 'ENOENT' })
})

test('a directory that can not sync its names is not healthy', async () => {
  const cause = systemError('EIO')
  using subject = openHealth(() => Promise.reject(cause))
  expect(await outcomeOf(subject.health.check())).toMatchObject({ code: 'STORAGE_FAILED', cause })
  expect(fs.readdirSync(subject.path)).toBeEmpty()
})
