import { test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectRecorded } from '@pictoglyph/recorded'
import {
  addressOf,
  putBytes,
  randomBytes,
  readAll,
  stageBytes,
} from '@pictoglyph/site/conformance/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { createFilesystemBlobStore, openFilesystemBlobStore } from '../src/filesystem.ts'

test('a store of files leaves the folders and files that are recorded', async () => {
  await using opened = new AsyncDisposableStack()
  const top = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-tree-'))
  opened.defer(() => fs.rmSync(top, { recursive: true, force: true }))
  const lines: string[] = []
  let before = new Set<string>()

  const plain = (text: string) =>
    text
      .replaceAll(top, 'TOP')
      .replace(/[0-9a-z]+-\d+-[0-9a-f-]{36}/g, 'RECEIVED')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')

  function tree(): Set<string> {
    const entries = fs.readdirSync(top, { recursive: true }).map(String).sort()
    return new Set(
      entries.map((name) => {
        const { mode, size } = fs.statSync(join(top, name))
        const isFile = (mode & 0o170000) === 0o100000
        return `${(mode & 0o777).toString(8)} ${plain(name)}${isFile ? `, ${size} bytes` : '/'}`
      }),
    )
  }

  async function step(what: string, work: () => unknown): Promise<void> {
    const answer = await Promise.try(work).then(
      (found) => (found === undefined ? [] : [`= ${JSON.stringify(found)}`]),
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        const { code, ...facts } = error.facts
        const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
        return [`! ${code} ${JSON.stringify(facts)}${cause}`]
      },
    )
    const after = tree()
    const gone = [...before].filter((entry) => !after.has(entry)).map((entry) => `- ${entry}`)
    const made = [...after].filter((entry) => !before.has(entry)).map((entry) => `+ ${entry}`)
    before = after
    lines.push(`# ${what}`, ...answer.map(plain), ...gone, ...made)
  }

  const directory = join(top, 'site', 'blobs')
  const store = openFilesystemBlobStore({ directory })
  const [small, large] = [randomBytes(100, 1), randomBytes(3_000_000, 2)]
  const sized = async () => (await Array.fromAsync(store.list())).map(({ sizeBytes }) => sizeBytes)
  await step('opened, which makes nothing', () => [store.place.slice(top.length), store.lateRemovalMs])
  await step('listed', sized)
  await step('its owner', () => store.owner())
  await step('its health', () => store.checkHealth())
  await step('bytes before it is made', async () => void (await putBytes(store, small)))
  await step('received before it is made', async () => void (await store.stage(9_000_000)))
  await step('claimed', () => store.claim('the site'))
  await step('claimed again', () => store.claim('another site'))
  await step('its owner', () => store.owner())
  await step('small bytes', async () => void (await putBytes(store, small)))
  await step('small bytes again', async () => void (await putBytes(store, small)))
  await step('large bytes', async () => void (await putBytes(store, large)))
  await step('its health', () => store.checkHealth())
  for (const announced of [0, 2 * 1024 * 1024, 2 * 1024 * 1024 + 1, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1]) {
    let staged: Awaited<ReturnType<typeof store.stage>> | undefined
    await step(`a file of ${announced} bytes is announced`, async () => {
      staged = await store.stage(announced)
      await staged.write(new Uint8Array(10))
      return staged.sizeBytes
    })
    await step('and given up', () => staged?.[Symbol.asyncDispose]())
  }
  await step('one that outgrows memory', async () => {
    await using staged = await store.stage()
    for (let part = 0; part < 4; part++) await staged.write(new Uint8Array(600_000))
    return [staged.sizeBytes, tree().size - before.size]
  })
  const onDisk = await store.stage(9_000_000)
  await onDisk.write(randomBytes(10, 3))
  await step('a file on disk is received', () => onDisk.sizeBytes)
  await step('and put, which moves it', () => store.put(onDisk, addressOf(randomBytes(10, 3))))
  await step('and put again', () => store.put(onDisk, addressOf(randomBytes(10, 3))))
  await step('and put at another address, which copies it', () => store.put(onDisk, 'ff'.repeat(32)))
  await step('and given up', () => onDisk[Symbol.asyncDispose]())
  for (const address of [addressOf(randomBytes(10, 3)), 'ff'.repeat(32)])
    await step('and removed', () => store.remove(address))
  await step('put under another name', async () => {
    await using staged = await stageBytes(store, small)
    await store.put(staged, 'name')
  })
  const read = (sizeBytes?: number, range?: { start: number; end: number }) => async () =>
    (await readAll(await store.open(addressOf(small), { ...(sizeBytes && { sizeBytes }), range }))).length
  await step('read', read())
  await step('read as of its size', read(100))
  await step('read as of another size', read(99))
  await step('a range', read(100, { start: 10, end: 20 }))
  await step('a range beyond the end', read(100, { start: 90, end: 200 }))
  await step('of what it lacks', () => store.open(addressOf(randomBytes(1, 9))))
  await step('sizes', () =>
    Promise.all([small, large, randomBytes(1, 9)].map((bytes) => store.stat(addressOf(bytes)))),
  )
  fs.writeFileSync(join(directory, addressOf(small).slice(0, 2), 'another'), '', { mode: 0o600 })
  fs.mkdirSync(join(directory, 'zz'), { mode: 0o700 })
  fs.writeFileSync(join(directory, 'zz', 'a'.repeat(62)), '', { mode: 0o600 })
  await step('listed beside what is not its own', sized)
  await step('a hundred are listed in order', async () => {
    const other = join(top, 'hundred')
    const hundred = await createFilesystemBlobStore({ directory: other })
    fs.mkdirSync(join(other, 'ab'))
    for (let at = 0; at < 150; at++)
      fs.writeFileSync(join(other, 'ab', String(at).padStart(62, '0')), 'x'.repeat(at))
    const sizes = (await Array.fromAsync(hundred.list())).map(({ sizeBytes }) => sizeBytes)
    fs.rmSync(other, { recursive: true })
    return [sizes.length, sizes.every((size, at) => size === at)]
  })
  await step('removed', () => store.remove(addressOf(small)))
  await step('removed again', () => store.remove(addressOf(small)))
  const received = [await store.stage(9_000_000), await store.stage(9_000_000)]
  await step('two are received', () => undefined)
  await step('cleared as of before', () => store.clearStaging(0))
  await step('cleared as of later', () => store.clearStaging(Number.MAX_SAFE_INTEGER))
  await Promise.all(received.map((file) => file[Symbol.asyncDispose]()))
  const full = openFilesystemBlobStore({ directory, minFreeBytes: 2 ** 60 })
  await step('without room', async () => {
    const failure = await putBytes(full, small).catch((error: unknown) => error)
    return String(Object(failure).cause).replace(/\d+ bytes are free/, 'some bytes are free')
  })
  for (const kind of ['a file', 'a folder of another disk']) {
    const other = await createFilesystemBlobStore({ directory: join(top, 'other') })
    const elsewhere = fs.mkdtempSync('/dev/shm/pictoglyph-tree-')
    if (kind === 'a file') fs.writeFileSync(join(top, 'other', 'ab'), '')
    else fs.symlinkSync(elsewhere, join(top, 'other', 'ab'))
    await step(`its health with ${kind} in the place of a folder`, () =>
      other.checkHealth().finally(() => {
        for (const path of [join(top, 'other'), elsewhere]) fs.rmSync(path, { recursive: true })
      }),
    )
  }
  await step('a file in its place', async () => {
    fs.writeFileSync(join(top, 'file'), '', { mode: 0o600 })
    await createFilesystemBlobStore({ directory: join(top, 'file') })
  })
  await expectRecorded(new URL('./filesystem-tree.txt', import.meta.url), lines)
})
