import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { cleanEnvironment, mainPath, runPictoglyph } from '../site/run-pictoglyph.ts'
import { type Credentials, type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

interface Acknowledged {
  id: string
  sha256: string
}

async function upload(site: RunningSite, credentials: Credentials, seed: number): Promise<Acknowledged> {
  const bytes = sampleImage(seed, 20_000)
  const answer = await uploadImage(site, credentials, bytes)
  if (answer.id === undefined) throw new Error(`An upload was answered ${answer.status} ${answer.code}`)
  return { id: answer.id, sha256: sha256Of(bytes) }
}

/** Uploads until it is stopped. */
function keepUploading(site: RunningSite, credentials: Credentials, firstSeed: number) {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  const work = (async () => {
    for (let seed = firstSeed; !isOver; seed++) acknowledged.push(await upload(site, credentials, seed))
  })()
  return {
    acknowledged,
    async stop() {
      isOver = true
      await work
    },
  }
}

async function expectReadable(site: RunningSite, images: readonly Acknowledged[]): Promise<void> {
  for (const { id, sha256 } of images) {
    const bytes = await downloadImage(site, id)
    expect({ id, sha256: bytes && sha256Of(bytes) }).toEqual({ id, sha256 })
  }
}

test('a backup made while uploads run is restored to a place where every link works', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  const before: Acknowledged[] = []
  let firstBackup: Acknowledged[] = []
  {
    await using site = await startSite({ dataDirectory: live! })
    const credentials = site.credentials!
    for (let seed = 0; seed < 10; seed++) before.push(await upload(site, credentials, seed))
    const traffic = keepUploading(site, credentials, 1_000)
    const first = await runPictoglyph(live!, ['backup', backup!, '--json'])
    firstBackup = [...traffic.acknowledged]
    before.push(...firstBackup)
    const second = await runPictoglyph(live!, ['backup', backup!, '--json'])
    await traffic.stop()
    expect([first.exitCode, second.exitCode]).toEqual([0, 0])
    const [one, two] = [first, second].map(({ stdout }) => JSON.parse(stdout) as Record<string, number>)
    expect(two!.blobs).toBeGreaterThan(one!.blobs!)
    expect(two!.copied).toBe(two!.blobs! - one!.blobs!)
  }
  const rows = readdirSync(backup!).filter((name) => name.startsWith('rows-'))
  expect(rows).toHaveLength(1)
  const rowsPath = join(backup!, rows[0]!)
  expect(statSync(rowsPath).mode & 0o777).toBe(0o600)

  chmodSync(rowsPath, 0o644)
  const result = await runPictoglyph(restored!, ['restore', backup!, '--json'])
  expect(result.exitCode).toBe(0)
  expect(statSync(join(restored!, 'pictoglyph.db')).mode & 0o777).toBe(0o600)
  const check = await runPictoglyph(restored!, ['fsck', '--json'])
  expect(JSON.parse(check.stdout)).toMatchObject({ ok: true, problems: 0 })
  await using site = await startSite({ dataDirectory: restored! })
  expect(site.credentials).toBeUndefined()
  await expectReadable(site, before)
}, 60_000)

test('a backup that was interrupted is no backup, and the next run completes it', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  await using site = await startSite({ dataDirectory: live! })
  const images: Acknowledged[] = []
  for (let seed = 0; seed < 60; seed++) images.push(await upload(site, site.credentials!, seed))
  await killWhen(() => storedBlobs(join(backup!, 'blobs')).length > 5, ['backup', backup!], live!)

  const refused = await runPictoglyph(restored!, ['restore', backup!, '--json'])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('no complete backup')
  endLeases(live!)
  const again = await runPictoglyph(live!, ['backup', backup!, '--json'])
  expect(again.exitCode).toBe(0)
  expect((await runPictoglyph(restored!, ['restore', backup!])).exitCode).toBe(0)
  expect((await runPictoglyph(restored!, ['fsck'])).exitCode).toBe(0)
}, 120_000)

test('a restore that was interrupted is completed by the next one, which heals what is damaged there', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  const images: Acknowledged[] = []
  {
    await using site = await startSite({ dataDirectory: live! })
    for (let seed = 0; seed < 200; seed++) images.push(await upload(site, site.credentials!, seed))
  }
  expect((await runPictoglyph(live!, ['backup', backup!])).exitCode).toBe(0)
  const blobs = join(restored!, 'blobs')
  await killWhen(() => storedBlobs(blobs).length > 5, ['restore', backup!], restored!)
  const there = storedBlobs(blobs)
  expect(there.length).toBeLessThan(storedBlobs(join(live!, 'blobs')).length)
  expect(existsSync(join(restored!, 'pictoglyph.db'))).toBe(false)

  await expectNoServer(restored!)
  const [flipped, cut] = [join(blobs, there[0]!), join(blobs, there[1]!)]
  writeFileSync(flipped, readFileSync(flipped).fill(0, 0, 10))
  truncateSync(cut, 100)
  expect(await runPictoglyph(restored!, ['restore', backup!])).toMatchObject({ exitCode: 0 })
  expect((await runPictoglyph(restored!, ['fsck'])).exitCode).toBe(0)
  await using site = await startSite({ dataDirectory: restored! })
  await expectReadable(site, images)
}, 120_000)

test('bytes at the place that a backup does not name are refused and kept; its own may be all that is left', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup] = ['live', 'backup'].map((name) => join(folder.path, name))
  const images: Acknowledged[] = []
  let later: Acknowledged
  {
    await using site = await startSite({ dataDirectory: live! })
    for (let seed = 0; seed < 3; seed++) images.push(await upload(site, site.credentials!, seed))
    expect((await runPictoglyph(live!, ['backup', backup!])).exitCode).toBe(0)
    later = await upload(site, site.credentials!, 3)
    await site.stop()
  }
  rmSync(join(live!, 'pictoglyph.db'))
  const foreign = blobPath(live!, later)
  const refused = await runPictoglyph(live!, ['restore', backup!, '--json'])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('"CONFLICT"')
  expect(refused.stderr).toContain(later.sha256)
  expect(readFileSync(foreign)).toEqual(Buffer.from(sampleImage(3, 20_000)))
  expect(readdirSync(live!).filter((name) => name.includes('restoring'))).toEqual([])

  rmSync(foreign)
  // The backup lacks what the place has damaged: its size alone would not tell.
  const [lost, sound] = [images[0]!, images.slice(1)]
  rmSync(blobPath(backup!, lost))
  writeFileSync(blobPath(live!, lost), readFileSync(blobPath(live!, lost)).fill(0, 0, 10))
  const result = await runPictoglyph(live!, ['restore', backup!, '--json'])
  expect(result.exitCode).toBe(1)
  expect(JSON.parse(result.stdout)).toMatchObject({ ok: false, missing: [lost.sha256] })
  await using site = await startSite({ dataDirectory: live! })
  await expectReadable(site, sound)
}, 60_000)

test('a backup is restored to an empty place only, and only whole', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, other] = ['live', 'backup', 'other'].map((name) => join(folder.path, name))
  await using site = await startSite({ dataDirectory: live! })
  const image = await upload(site, site.credentials!, 1)
  expect((await runPictoglyph(live!, ['backup', backup!])).exitCode).toBe(0)

  const overSite = await runPictoglyph(live!, ['restore', backup!, '--json'])
  expect(overSite.exitCode).toBe(1)
  expect(overSite.stderr).toContain('"CONFLICT"')
  await expectReadable(site, [image])

  const elsewhere = await runPictoglyph(live!, ['backup', live!, '--json'])
  expect(elsewhere.stderr).toContain('neither empty nor a backup')
  const foreign = await runPictoglyph(live!, ['backup', folder.path, '--json'])
  expect(foreign.stderr).toContain('neither empty nor a backup')

  const rows = join(backup!, readdirSync(backup!).find((name) => name.startsWith('rows-'))!)
  const bytes = readFileSync(rows)
  bytes[5_000] = bytes[5_000]! ^ 1
  writeFileSync(rows, bytes)
  const damaged = await runPictoglyph(other!, ['restore', backup!, '--json'])
  expect(damaged.stderr).toContain('damaged')
  expect(damaged.exitCode).toBe(1)
}, 60_000)

test('a backup is not restored beside the log of another database, which would change its rows', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup] = ['live', 'backup'].map((name) => join(folder.path, name))
  const images: Acknowledged[] = []
  {
    await using site = await startSite({ dataDirectory: live! })
    for (let seed = 0; seed < 3; seed++) images.push(await upload(site, site.credentials!, seed))
    expect((await runPictoglyph(live!, ['backup', backup!])).exitCode).toBe(0)
    for (let seed = 10; seed < 40; seed++) await upload(site, site.credentials!, seed)
    await site.kill()
  }
  const database = join(live!, 'pictoglyph.db')
  const log = readFileSync(`${database}-wal`)
  rmSync(database)
  rmSync(join(live!, 'blobs'), { recursive: true })

  const refused = await runPictoglyph(live!, ['restore', backup!, '--json'])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('"CONFLICT"')
  for (const suffix of ['-wal', '-shm']) expect(refused.stderr).toContain(database + suffix)
  expect(readFileSync(`${database}-wal`)).toEqual(log)

  for (const suffix of ['-wal', '-shm']) renameSync(database + suffix, join(folder.path, `old${suffix}`))
  expect((await runPictoglyph(live!, ['restore', backup!])).exitCode).toBe(0)
  expect((await runPictoglyph(live!, ['fsck'])).exitCode).toBe(0)
  await using restored = await startSite({ dataDirectory: live! })
  await expectReadable(restored, images)
}, 60_000)

test('a restored site is held up by nothing that was under way when it was backed up', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  await using site = await startSite({ dataDirectory: live! })
  await upload(site, site.credentials!, 1)
  // The backup holds the right to change what is stored, and is itself in the rows that it copies.
  expect((await runPictoglyph(live!, ['backup', backup!])).exitCode).toBe(0)
  expect((await runPictoglyph(restored!, ['restore', backup!])).exitCode).toBe(0)
  expect(await runPictoglyph(restored!, ['gc'])).toMatchObject({ exitCode: 0 })
})

test('a backup keeps the bytes of an image whose row of them is gone', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup] = ['live', 'backup'].map((name) => join(folder.path, name)) as [string, string]
  let image: Acknowledged
  {
    await using site = await startSite({ dataDirectory: live })
    image = await upload(site, site.credentials!, 1)
    await runPictoglyph(live, ['backup', backup])
  }
  {
    using outside = new Database(join(live, 'pictoglyph.db'))
    outside.run('PRAGMA foreign_keys = OFF')
    outside.run('DELETE FROM blobs')
  }
  await runPictoglyph(live, ['backup', backup])
  const kept = readFileSync(join(backup, 'blobs', image.sha256.slice(0, 2), image.sha256.slice(2)))
  expect(sha256Of(kept)).toBe(image.sha256)
})

test('bytes that are damaged when they are backed up or restored are told, and the rest is kept', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  await using site = await startSite({ dataDirectory: live! })
  const images: Acknowledged[] = []
  for (let seed = 0; seed < 3; seed++) images.push(await upload(site, site.credentials!, seed))
  const [inLive, inBackup, sound] = images as [Acknowledged, Acknowledged, Acknowledged]
  writeFileSync(blobPath(live!, inLive), 'other bytes')
  const made = await runPictoglyph(live!, ['backup', backup!, '--json'])
  expect(made.exitCode).toBe(1)
  expect(JSON.parse(made.stdout)).toMatchObject({ ok: false, blobs: 2, missing: [inLive.sha256] })

  writeFileSync(blobPath(backup!, inBackup), 'other bytes')
  const result = await runPictoglyph(restored!, ['restore', backup!, '--json'])
  expect(result.exitCode).toBe(1)
  const { missing } = JSON.parse(result.stdout) as { missing: string[] }
  expect(missing.sort()).toEqual([inLive.sha256, inBackup.sha256].sort())
  await using other = await startSite({ dataDirectory: restored! })
  await expectReadable(other, [sound])
}, 60_000)

/** The lease of a backup that was killed ends by itself within a minute, for which a test need not wait. */
function endLeases(dataDirectory: string): void {
  using database = new Database(join(dataDirectory, 'pictoglyph.db'))
  database.run('PRAGMA busy_timeout = 5000')
  database.run('UPDATE leases SET until_ms = 0')
}

/** A server is refused, and nothing is made there in its stead. */
async function expectNoServer(dataDirectory: string): Promise<void> {
  const refused = await startSite({ dataDirectory }).catch((error: unknown) => String(error))
  expect(refused).toContain('"CONFLICT"')
  expect(refused).toContain('has not been finished')
  const served = await runPictoglyph(dataDirectory, ['serve', '--json'], { PICTOGLYPH_IMAGES_PORT: '0' })
  expect(served.exitCode).toBe(1)
  expect(existsSync(join(dataDirectory, 'pictoglyph.db'))).toBe(false)
}

/** Runs a command, and kills it once it has come so far, which must be before its end. */
async function killWhen(
  hasComeSoFar: () => boolean,
  words: readonly string[],
  dataDirectory: string,
): Promise<void> {
  const child = Bun.spawn([process.execPath, mainPath, ...words], {
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: dataDirectory }),
    stdout: 'ignore',
    stderr: 'ignore',
  })
  while (child.exitCode === null && !hasComeSoFar()) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
}

/** The blobs below a directory, as paths in it; none if it is not there yet. */
function storedBlobs(directory: string): string[] {
  if (!existsSync(directory)) return []
  return [...new Bun.Glob('??/*').scanSync({ cwd: directory })]
}

function blobPath(root: string, { sha256 }: Acknowledged): string {
  return join(root, 'blobs', sha256.slice(0, 2), sha256.slice(2))
}
