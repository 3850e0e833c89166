import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { cleanEnvironment, mainPath, runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { environmentOf, hasServices, newParts } from './shared-services.ts'

/** Larger than what is received in memory: that copying has begun is seen by the files on disk. */
const imageBytes = 2_500_000
const imageCount = 12

if (hasServices) {
  test('a site moves from SQLite and files to PostgreSQL and S3, interrupted, and all its links work there', async () => {
    await using directory = await temporaryDirectory()
    const old = join(directory.path, 'old')
    const ids: string[] = []
    {
      await using site = await startSite({ dataDirectory: old })
      const { credentials } = site
      if (credentials === undefined) throw new Error('the site is not new')
      for (let seed = 0; seed < imageCount; seed++) {
        ids.push((await uploadImage(site, credentials, sampleImage(seed, imageBytes))).id ?? '')
      }
      await site.stop()
    }

    const parts = await newParts()
    const environment = environmentOf(parts)
    const migrate = [
      'migrate',
      '--json',
      '--from',
      `sqlite:${old}/pictoglyph.db`,
      '--from',
      `file:${old}/blobs`,
    ]
    const words = [...migrate, '--to', parts.databaseUrl, '--to', parts.blobsUrl]
    const stopped = await runInterrupted(join(directory.path, 'operator'), words, environment)
    expect(stopped).toBe(1)
    const moved = await runPictoglyph(join(directory.path, 'operator'), words, environment)
    expect(moved).toMatchObject({ exitCode: 0, stderr: '' })
    const summary = JSON.parse(moved.stdout)
    expect(summary).toMatchObject({ ok: true, differing: [], problems: [] })
    expect(summary.blobs).toBeGreaterThanOrEqual(imageCount)
    const again = await runPictoglyph(join(directory.path, 'operator'), words, environment)
    expect([again.exitCode, JSON.parse(again.stdout).ok]).toEqual([0, true])

    await using site = await startSite({ dataDirectory: join(directory.path, 'new'), environment })
    expect(site.credentials).toBeUndefined()
    for (const [seed, id] of ids.entries())
      expect(await downloadImage(site, id)).toEqual(sampleImage(seed, imageBytes))
  }, 90_000)

  test('another site is no target, and its rows stay as they are', async () => {
    await using directory = await temporaryDirectory()
    const parts = await newParts()
    const environment = environmentOf(parts)
    const old = join(directory.path, 'old')
    for (const options of [
      { dataDirectory: old },
      { dataDirectory: join(directory.path, 'new'), environment },
    ]) {
      await using site = await startSite(options)
      await site.stop()
    }
    const from = ['--from', `sqlite:${old}/pictoglyph.db`, '--from', `file:${old}/blobs`]
    const words = ['migrate', '--json', ...from, '--to', parts.databaseUrl, '--to', parts.blobsUrl]
    const refused = await runPictoglyph(join(directory.path, 'operator'), words, environment)
    expect([refused.exitCode, JSON.parse(refused.stderr).error.code]).toEqual([1, 'CONFLICT'])
  }, 60_000)
}

/** Runs a command, asks it to stop when it has begun to copy, and gives its exit code. */
async function runInterrupted(
  dataDirectory: string,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const child = Bun.spawn([process.execPath, mainPath, ...words], {
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: dataDirectory, ...environment }),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const staged = new Bun.Glob('staging/*')
  while (child.exitCode === null) {
    const files = await Array.fromAsync(staged.scan({ cwd: dataDirectory })).catch(() => [])
    if (files.length > 0) break
    await Bun.sleep(1)
  }
  child.kill('SIGINT')
  return child.exited
}
