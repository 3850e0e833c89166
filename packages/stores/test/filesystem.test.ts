import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addressOf,
  blobStoreConformance,
  listAll,
  putBytes,
  randomBytes,
  readAll,
  stageBytes,
} from '@pictoglyph/site/conformance/blob-store'
import { createFilesystemBlobStore } from '../src/filesystem.ts'

function temporaryDirectory(): Disposable & { path: string } {
  const path = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-blobs-'))
  return { path, [Symbol.dispose]: () => fs.rmSync(path, { recursive: true, force: true }) }
}

const openDescriptors = () => fs.readdirSync('/proc/self/fd').length

blobStoreConformance('files', async () => {
  const { path, [Symbol.dispose]: remove } = temporaryDirectory()
  const directory = join(path, 'blobs')
  const store = await createFilesystemBlobStore({ directory })
  return {
    store,
    replica: await createFilesystemBlobStore({ directory }),
    damage: async (address, bytes) =>
      fs.writeFileSync(join(directory, address.slice(0, 2), address.slice(2)), bytes),
    countStaged: async () => fs.readdirSync(join(directory, 'staging')).length,
    async [Symbol.asyncDispose]() {
      await store.close()
      remove()
    },
  }
})

test('a store with a missing directory, such as an unmounted disk, accepts nothing and creates none', async () => {
  using directory = temporaryDirectory()
  const path = join(directory.path, 'blobs')
  const store = await createFilesystemBlobStore({ directory: path })
  await putBytes(store, randomBytes(5_000, 2))
  fs.renameSync(path, `${path}-away`)
  const bytes = randomBytes(5_000, 1)
  const refusal = await putBytes(store, bytes).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'STORAGE_FAILED' })
  expect(fs.existsSync(path)).toBe(false)
  fs.renameSync(`${path}-away`, path)
  await putBytes(store, bytes)
  expect(await readAll(await store.open(addressOf(bytes)))).toEqual(bytes)
  await store.close()
})

test('a blob on an unmounted disk is not reported as removed', async () => {
  using directory = temporaryDirectory()
  const path = join(directory.path, 'blobs')
  const store = await createFilesystemBlobStore({ directory: path })
  const address = await putBytes(store, randomBytes(10, 1))
  fs.renameSync(path, `${path}-away`)
  for (const isMountPoint of [false, true]) {
    if (isMountPoint) fs.mkdirSync(path)
    expect(await store.remove(address).catch((error: unknown) => error)).toMatchObject({
      code: 'STORAGE_FAILED',
    })
  }
})

test('missing directories are made, for this user only', async () => {
  using temporary = temporaryDirectory()
  const directory = join(temporary.path, 'a', 'b', 'blobs')
  const store = await createFilesystemBlobStore({ directory })
  const address = await putBytes(store, randomBytes(10, 1))
  const folder = join(directory, address.slice(0, 2))
  const modes = [directory, join(directory, 'staging'), folder, join(folder, address.slice(2))].map(
    (path) => fs.statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
})

test('a path that is a file is refused as a directory', async () => {
  using temporary = temporaryDirectory()
  const path = join(temporary.path, 'file')
  fs.writeFileSync(path, '')
  for (const directory of [path, join(path, 'below')]) {
    const failure = createFilesystemBlobStore({ directory })
    expect(failure).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
    await failure.catch(() => undefined)
  }
})

test('an invalid address reaches no file', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: join(temporary.path, 'blobs') })
  fs.writeFileSync(join(temporary.path, 'secret'), 'secret')
  await using staged = await stageBytes(store, randomBytes(10, 1))
  for (const address of ['../secret', '', 'AA'.repeat(32), `aa/${'b'.repeat(61)}`]) {
    for (const use of [
      store.open(address),
      store.stat(address),
      store.put(staged, address),
      store.remove(address),
    ]) {
      const outcome = await use.catch((error: unknown) => error)
      expect(outcome).toMatchObject({ code: 'STORAGE_FAILED' })
    }
  }
})

test('files that are no blobs are not listed', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const address = await putBytes(store, randomBytes(10, 1))
  fs.mkdirSync(join(temporary.path, 'lost+found'))
  fs.writeFileSync(join(temporary.path, address.slice(0, 2), 'notes.txt'), '')
  fs.symlinkSync('removed', join(temporary.path, address.slice(0, 2), 'f'.repeat(62)))
  expect(await listAll(store)).toMatchObject([{ address }])
})

test('a store with a missing directory fails to list, instead of seeming empty', async () => {
  using temporary = temporaryDirectory()
  const directory = join(temporary.path, 'blobs')
  const store = await createFilesystemBlobStore({ directory })
  fs.rmSync(directory, { recursive: true })
  expect(await listAll(store).catch((error: unknown) => error)).toMatchObject({ code: 'STORAGE_FAILED' })
})

test('after a put that failed because its directory had been removed, the directory is made again', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const bytes = randomBytes(10, 1)
  const address = await putBytes(store, bytes)
  fs.rmSync(join(temporary.path, address.slice(0, 2)), { recursive: true })
  const failure = await putBytes(store, bytes).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'STORAGE_FAILED', cause: { code: 'ENOENT' } })
  await putBytes(store, bytes)
  expect(await readAll(await store.open(address))).toEqual(bytes)
})

test('a store with a missing directory is not healthy after a put has found out', async () => {
  using temporary = temporaryDirectory()
  const directory = join(temporary.path, 'blobs')
  const store = await createFilesystemBlobStore({ directory })
  const staged = await stageBytes(store, randomBytes(10, 1))
  await store.checkHealth()
  fs.rmSync(directory, { recursive: true })
  const failure = { code: 'STORAGE_FAILED', cause: { code: 'ENOENT' } }
  for (const use of [() => store.put(staged, addressOf(randomBytes(10, 1))), store.checkHealth]) {
    expect(await use().catch((error: unknown) => error)).toMatchObject(failure)
  }
  await staged[Symbol.asyncDispose]()
})

test('a folder at an address is no blob, and is not reported as removed', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const address = addressOf(randomBytes(10, 1))
  fs.mkdirSync(join(temporary.path, address.slice(0, 2), address.slice(2)), { recursive: true })
  expect(await store.stat(address)).toBeUndefined()
  expect(await store.open(address).catch((error: unknown) => error)).toMatchObject({ code: 'BLOB_MISSING' })
  expect(await store.remove(address).catch((error: unknown) => error)).toMatchObject({
    code: 'STORAGE_FAILED',
  })
})

test('a blob that the file system can not read is neither missing nor left out of the list', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const address = addressOf(randomBytes(10, 1))
  const name = address.slice(2)
  fs.mkdirSync(join(temporary.path, address.slice(0, 2)))
  fs.symlinkSync(name, join(temporary.path, address.slice(0, 2), name))
  const failure = { code: 'STORAGE_FAILED', cause: { code: 'ELOOP' } }
  for (const use of [() => store.stat(address), () => store.open(address), () => listAll(store)]) {
    expect(await use().catch((error: unknown) => error)).toMatchObject(failure)
  }
})

test('many blobs with similar addresses are listed once each', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const addresses = Array.from({ length: 150 }, (_, seed) => `aa${addressOf(randomBytes(8, seed)).slice(2)}`)
  fs.mkdirSync(join(temporary.path, 'aa'))
  for (const address of addresses) fs.writeFileSync(join(temporary.path, 'aa', address.slice(2)), '')
  expect((await listAll(store)).map(({ address }) => address)).toEqual(addresses.sort())
})

test('a blob that is being read when it is removed is read to its end', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const bytes = randomBytes(3_000_000, 1)
  const address = await putBytes(store, bytes)
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async () => new Response((await store.open(address)).body),
  })
  const response = await fetch(server.url)
  await store.remove(address)
  expect(addressOf(await response.bytes())).toBe(address)
})

test('disposing in the middle of a write closes the file after it', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  const before = openDescriptors()
  for (let round = 0; round < 20; round++) {
    const staged = await store.stage()
    const writing = staged.write(randomBytes(4_000_000, round))
    await staged[Symbol.asyncDispose]()
    await writing
    expect(await staged.write(randomBytes(1, 1)).catch((error) => error.code)).toBe('STORAGE_FAILED')
  }
  expect(openDescriptors()).toBeLessThanOrEqual(before)
  expect(fs.readdirSync(join(temporary.path, 'staging'))).toBeEmpty()
})

test('no descriptor stays open after puts, reads, removals and health checks', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path })
  await putBytes(store, randomBytes(10, 1))
  const before = openDescriptors()
  for (let seed = 0; seed < 30; seed++) {
    const address = addressOf(randomBytes(1000, seed))
    // Every second one is received on disk.
    await using staged = await store.stage(seed % 2 === 0 ? 1_000 : 9_000_000)
    await staged.write(randomBytes(1000, seed))
    for (let puts = 0; puts < 2; puts++) await store.put(staged, address)
    await readAll(await store.open(address))
    await store.remove(address)
    await store.checkHealth()
  }
  expect(openDescriptors()).toBeLessThanOrEqual(before)
})

test('a store with less free space than it wants is not healthy, and says why', async () => {
  using temporary = temporaryDirectory()
  const store = await createFilesystemBlobStore({ directory: temporary.path, minFreeBytes: 2 ** 60 })
  const failure = await store.checkHealth().catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'STORAGE_FAILED', cause: { code: 'ENOSPC' } })
})

test('a store leaves the space that it wants to the rows: it takes no more bytes, and gives those it has', async () => {
  using temporary = temporaryDirectory()
  const roomy = await createFilesystemBlobStore({ directory: temporary.path })
  const kept = await putBytes(roomy, randomBytes(1000, 1))
  const full = await createFilesystemBlobStore({ directory: temporary.path, minFreeBytes: 2 ** 60 })
  const refused = addressOf(randomBytes(1000, 2))
  {
    await using staged = await stageBytes(full, randomBytes(1000, 2))
    expect(await full.put(staged, refused).catch((error: unknown) => error)).toMatchObject({
      code: 'STORAGE_FAILED',
      cause: { code: 'ENOSPC' },
    })
  }
  expect(await full.stat(refused)).toBeUndefined()
  expect(fs.readdirSync(join(temporary.path, 'staging'))).toBeEmpty()
  expect(await readAll(await full.open(kept))).toEqual(randomBytes(1000, 1))
})

test('a file of another store is not put', async () => {
  using temporary = temporaryDirectory()
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) => createFilesystemBlobStore({ directory: join(temporary.path, name) })),
  )
  await using staged = await stageBytes(one!, randomBytes(10, 1))
  expect(await other!.put(staged, addressOf(randomBytes(10, 1))).catch((error) => error)).toBeInstanceOf(
    TypeError,
  )
})
