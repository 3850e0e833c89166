import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  expect(readdirSync(backup!).filter((name) => name.startsWith('rows-'))).toHaveLength(1)

  const result = await runPictoglyph(restored!, ['restore', backup!, '--json'])
  expect(result.exitCode).toBe(0)
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
  const child = Bun.spawn([process.execPath, mainPath, 'backup', backup!], {
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: live! }),
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const bytesBegun = () => readdirSync(join(backup!, 'blobs')).length > 5
  while (child.exitCode === null && !(await isTrue(bytesBegun))) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited

  const refused = await runPictoglyph(restored!, ['restore', backup!, '--json'])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('no complete backup')
  endLeases(live!)
  const again = await runPictoglyph(live!, ['backup', backup!, '--json'])
  expect(again.exitCode).toBe(0)
  expect((await runPictoglyph(restored!, ['restore', backup!])).exitCode).toBe(0)
  expect((await runPictoglyph(restored!, ['fsck'])).exitCode).toBe(0)
}, 120_000)

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

test('bytes that are damaged when they are backed up or restored are told, and the rest is kept', async () => {
  await using folder = await temporaryDirectory()
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder.path, name))
  await using site = await startSite({ dataDirectory: live! })
  const images: Acknowledged[] = []
  for (let seed = 0; seed < 3; seed++) images.push(await upload(site, site.credentials!, seed))
  const [inLive, inBackup, sound] = images as [Acknowledged, Acknowledged, Acknowledged]
  const blob = (root: string, { sha256 }: Acknowledged) =>
    join(root, 'blobs', sha256.slice(0, 2), sha256.slice(2))
  writeFileSync(blob(live!, inLive), 'other bytes')
  const made = await runPictoglyph(live!, ['backup', backup!, '--json'])
  expect(made.exitCode).toBe(1)
  expect(JSON.parse(made.stdout)).toMatchObject({ ok: false, blobs: 2, missing: [inLive.sha256] })

  writeFileSync(blob(backup!, inBackup), 'other bytes')
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

async function isTrue(question: () => boolean): Promise<boolean> {
  try {
    return question()
  } catch (error) {
    // The directory is not there yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
