import { expect, spyOn, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WriteFailures } from '../src/durable-write.ts'
import { createStagingArea, type StagingArea } from '../src/staging-area.ts'

/** A file announced with this size is on disk from its first byte. */
const largeBytes = 20_000_000

function temporaryArea(): Disposable & { path: string; area: StagingArea } {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-staging-'))
  const area = createStagingArea(path, { failures: { noteFailedWrite() {}, noteFailedSync() {} } })
  return { path, area, [Symbol.dispose]: () => fs.rmSync(path, { recursive: true, force: true }) }
}

/** Stages a file in another process, which stays alive until it is disposed of. */
async function stageElsewhere(directory: string): Promise<AsyncDisposable> {
  const module = fileURLToPath(new URL('../src/staging-area.ts', import.meta.url))
  const script = `
    import { createStagingArea } from ${JSON.stringify(module)}
    const area = createStagingArea(process.argv.at(-1), { failures: { noteFailedWrite() {}, noteFailedSync() {} } })
    const staged = await area.stage(${largeBytes})
    await staged.write(new Uint8Array(10))
    console.log('staged')
    await Bun.stdin.text()
    process.kill(process.pid, 'SIGKILL')`
  const child = Bun.spawn([process.execPath, '-e', script, directory], { stdin: 'pipe', stdout: 'pipe' })
  for await (const _line of child.stdout) break
  return {
    async [Symbol.asyncDispose]() {
      await child.stdin.end()
      await child.exited
    },
  }
}

test('clearing leaves the uploads of another process alone while it lives', async () => {
  using temporary = temporaryArea()
  {
    await using _other = await stageElsewhere(temporary.path)
    expect(await temporary.area.clear()).toBe(0)
    expect(fs.readdirSync(temporary.path)).toHaveLength(1)
  }
  expect(await temporary.area.clear()).toBe(1)
  expect(fs.readdirSync(temporary.path)).toBeEmpty()
})

const lastWritten = new Date('2026-01-01T00:00:00Z')

/** A file that another machine has written at that time. */
function abandonFile(directory: string): void {
  const path = join(directory, 'elsewhere-1-old')
  fs.writeFileSync(path, '')
  fs.utimesSync(path, lastWritten, lastWritten)
}

test('an abandoned file of another machine is removed after its longest pause', async () => {
  using temporary = temporaryArea()
  abandonFile(temporary.path)
  using clock = spyOn(Date, 'now').mockReturnValue(lastWritten.getTime() + 60 * 60 * 1000)
  expect(await temporary.area.clear()).toBe(0)
  clock.mockReturnValue(lastWritten.getTime() + 60 * 60 * 1000 + 1)
  expect(await temporary.area.clear()).toBe(1)
})

test('with a given time, a file that was written then is left', async () => {
  using temporary = temporaryArea()
  abandonFile(temporary.path)
  expect(await temporary.area.clear(lastWritten.getTime())).toBe(0)
  expect(await temporary.area.clear(lastWritten.getTime() + 1)).toBe(1)
})

test('with a given time, files are removed by age, whatever process wrote them', async () => {
  using temporary = temporaryArea()
  await using _staged = await temporary.area.stage(largeBytes)
  expect(await temporary.area.clear(Date.now() - 60_000)).toBe(0)
  expect(await temporary.area.clear(Date.now() + 60_000)).toBe(1)
})

test('of two that clear a directory at once, each file is removed by one', async () => {
  using temporary = temporaryArea()
  const names = Array.from({ length: 300 }, (_, index) => `elsewhere-1-${index}`)
  for (const name of names) fs.writeFileSync(join(temporary.path, name), '')
  const soonMs = Date.now() + 60_000
  const [one, other] = await Promise.all([temporary.area.clear(soonMs), temporary.area.clear(soonMs)])
  expect(one + other).toBe(300)
  expect(fs.readdirSync(temporary.path)).toBeEmpty()
})

test('a file that can not be removed is an error', async () => {
  using temporary = temporaryArea()
  fs.mkdirSync(join(temporary.path, 'elsewhere-1-folder'))
  expect(await temporary.area.clear(Date.now() + 60_000).catch((error: unknown) => error)).toMatchObject({
    code: 'STORAGE_FAILED',
  })
})

test('a missing directory accepts and clears no files, and reports the first failure', async () => {
  const told: unknown[] = []
  const failures: WriteFailures = {
    noteFailedWrite: (cause, sizeBytes) => told.push([cause, sizeBytes]),
    noteFailedSync() {},
  }
  const area = createStagingArea('/proc/nothing', { failures })
  const failure = { code: 'STORAGE_FAILED', cause: { code: 'ENOENT' } }
  expect(await area.stage(largeBytes).catch((error: unknown) => error)).toMatchObject(failure)
  expect(told).toMatchObject([[{ code: 'ENOENT' }, 0]])
  expect(await area.clear().catch((error: unknown) => error)).toMatchObject(failure)
})

test.each([
  [undefined, 2_097_152, 0],
  [undefined, 2_097_153, 1],
  [2_097_152, 2_097_152, 0],
  [2_097_152, 2_097_153, 1],
  [2_097_153, 2_097_153, 0],
  [2_097_153, 8_388_608, 0],
  [8_388_608, 8_388_608, 0],
  [8_388_608, 8_388_609, 1],
  [8_388_609, 0, 1],
])(
  'announced with %p bytes and received with %d, a file takes %d files on disk',
  async (announced, received, files) => {
    using temporary = temporaryArea()
    await using staged = await temporary.area.stage(announced)
    await staged.write(new Uint8Array(received))
    expect(fs.readdirSync(temporary.path)).toHaveLength(files)
    expect(staged.sizeBytes).toBe(received)
  },
)

test('eight files of up to 8 MiB are received in memory besides the smaller ones', async () => {
  using temporary = temporaryArea()
  await using staging = new AsyncDisposableStack()
  const onDisk: number[] = []
  for (let files = 0; files < 9; files++) {
    staging.use(await temporary.area.stage(2_097_153))
    staging.use(await temporary.area.stage(1))
    onDisk.push(fs.readdirSync(temporary.path).length)
  }
  expect(onDisk).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test('files beyond the memory limit are received on disk', async () => {
  using temporary = temporaryArea()
  await using staging = new AsyncDisposableStack()
  for (let files = 0; files < 40; files++) {
    const staged = staging.use(await temporary.area.stage())
    await staged.write(new Uint8Array(10))
  }
  expect(fs.readdirSync(temporary.path)).toHaveLength(8)
})
