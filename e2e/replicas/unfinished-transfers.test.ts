import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPostgresDatabase } from '@pictoglyph/site/database/postgres'
import { SQL } from 'bun'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { cleanEnvironment, mainPath, runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { hasServices, newDatabase } from './shared-services.ts'

const imageCount = 12

/** A stopped site on files, a backup of it, and an empty PostgreSQL database for it. */
async function makeSite() {
  const folder = await temporaryDirectory()
  const [old, backup, target] = ['old', 'backup', 'target'].map((name) => join(folder.path, name))
  const ids: string[] = []
  {
    await using site = await startSite({ dataDirectory: old! })
    for (let seed = 0; seed < imageCount; seed++) {
      ids.push((await uploadImage(site, site.credentials!, sampleImage(seed))).id ?? '')
    }
    await site.stop()
  }
  await runPictoglyph(old!, ['backup', backup!])
  const environment = { PICTOGLYPH_DATABASE_URL: await newDatabase() }
  return {
    ids,
    old: old!,
    backup: backup!,
    target: target!,
    environment,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

type Site = Awaited<ReturnType<typeof makeSite>>

/** Runs a command on the target, and kills it where users and images are there and what refers to them is not. */
async function killHalfway({ environment, target }: Site, words: readonly string[]): Promise<void> {
  const url = environment.PICTOGLYPH_DATABASE_URL
  await (await createPostgresDatabase({ url })).close()
  await using sql = new SQL(url, { max: 2 })
  await sql.begin(async (transaction) => {
    await transaction.unsafe('LOCK TABLE image_claims IN EXCLUSIVE MODE')
    const child = Bun.spawn([process.execPath, mainPath, ...words], {
      env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: target, ...environment }),
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const isWaiting = async () => {
      const locks = await sql.unsafe(
        "SELECT 1 FROM pg_locks WHERE relation = 'image_claims'::regclass AND NOT granted",
      )
      return locks.length > 0
    }
    while (child.exitCode === null && !(await isWaiting())) await Bun.sleep(1)
    child.kill('SIGKILL')
    await child.exited
    expect(child.signalCode).toBe('SIGKILL')
  })
  const [images] = await sql.unsafe('SELECT COUNT(*)::int AS count FROM images')
  expect(images).toEqual({ count: imageCount })
}

async function expectNoServer({ environment, target }: Site): Promise<void> {
  const refused = await startSite({ dataDirectory: target, environment }).catch(String)
  expect(refused).toContain('"CONFLICT"')
  expect(refused).toContain('has not been finished')
  const served = await runPictoglyph(target, ['serve', '--json'], environment)
  expect(served.exitCode).toBe(1)
}

async function expectWholeSite({ environment, target, ids }: Site): Promise<void> {
  expect(await runPictoglyph(target, ['fsck'], environment)).toMatchObject({ exitCode: 0 })
  await using site = await startSite({ dataDirectory: target, environment })
  expect(site.credentials).toBeUndefined()
  expect((await fetch(`${site.urls.images}/readyz`)).status).toBe(200)
  for (const [seed, id] of ids.entries()) expect(await downloadImage(site, id)).toEqual(sampleImage(seed))
}

if (hasServices) {
  test('no server starts on PostgreSQL before an interrupted restore has been completed by the next', async () => {
    await using site = await makeSite()
    await killHalfway(site, ['restore', site.backup])
    await expectNoServer(site)
    const later = `${site.backup}-later`
    expect((await runPictoglyph(site.old, ['backup', later])).exitCode).toBe(0)
    const other = await runPictoglyph(site.target, ['restore', later, '--json'], site.environment)
    expect([other.exitCode, JSON.parse(other.stderr).error.code]).toEqual([1, 'CONFLICT'])

    const again = await runPictoglyph(site.target, ['restore', site.backup], site.environment)
    expect(again).toMatchObject({ exitCode: 0 })
    expect((await readdir(site.target)).filter((name) => name.includes('restoring'))).toEqual([])
    await expectWholeSite(site)
  }, 90_000)

  test('no server starts on PostgreSQL before an interrupted move has been completed by the next', async () => {
    await using site = await makeSite()
    const from = ['--from', `sqlite:${site.old}/pictoglyph.db`, '--from', `file:${site.old}/blobs`]
    const to = ['--to', site.environment.PICTOGLYPH_DATABASE_URL, '--to', `file:${site.target}/blobs`]
    await killHalfway(site, ['migrate', ...from, ...to])
    await expectNoServer(site)
    expect(await runPictoglyph(site.target, ['migrate', ...from, ...to])).toMatchObject({ exitCode: 0 })
    await expectWholeSite(site)
  }, 90_000)

  test('a server that runs when a transfer to its database begins is not ready until that has ended', async () => {
    await using folder = await temporaryDirectory()
    const url = await newDatabase()
    const environment = { PICTOGLYPH_DATABASE_URL: url }
    await using site = await startSite({ dataDirectory: folder.path, environment })
    await using sql = new SQL(url, { max: 1 })
    const readiness = async () => (await fetch(`${site.urls.images}/readyz`)).status
    expect(await readiness()).toBe(200)
    await sql`INSERT INTO site_facts (name, value) VALUES ('transfer under way', 'another site')`
    expect(await readiness()).toBe(503)
    await sql`DELETE FROM site_facts WHERE name = 'transfer under way'`
    expect(await readiness()).toBe(200)
  }, 60_000)
}
