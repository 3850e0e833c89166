import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { transferRows } from '@pictoglyph/site/database/transfer/transfer-rows'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { startObjectGateway } from '../site/object-gateway.ts'
import { cleanEnvironment, mainPath, runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

/** A stopped site on files with so many images: their ids, whose seeds are their places. */
async function makeSite(dataDirectory: string, images: number): Promise<string[]> {
  await using site = await startSite({ dataDirectory })
  const ids: string[] = []
  for (let seed = 0; seed < images; seed++) {
    ids.push((await uploadImage(site, site.credentials!, sampleImage(seed))).id ?? '')
  }
  await site.stop()
  return ids
}

function migrate(from: string, to: string) {
  const ends = [from, to].map((path) => [`sqlite:${path}/pictoglyph.db`, `file:${path}/blobs`])
  const words = ends.flatMap((urls, end) => urls.flatMap((url) => [end === 0 ? '--from' : '--to', url]))
  return runPictoglyph(join(from, '../operator'), ['migrate', '--json', ...words])
}

test('a site is not moved beside the log of another database, which stays as it is', async () => {
  await using folder = await temporaryDirectory()
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  const ids = await makeSite(from, 2)
  mkdirSync(to)
  const log = join(to, 'pictoglyph.db-wal')
  writeFileSync(log, 'rows of another site')
  const refused = await migrate(from, to)
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('"CONFLICT"')
  expect(refused.stderr).toContain(log)
  expect(readFileSync(log, 'utf8')).toBe('rows of another site')
  expect(existsSync(join(to, 'pictoglyph.db'))).toBe(false)

  await Bun.file(log).delete()
  expect(await migrate(from, to)).toMatchObject({ exitCode: 0 })
  await using site = await startSite({ dataDirectory: to })
  for (const [seed, id] of ids.entries()) expect(await downloadImage(site, id)).toEqual(sampleImage(seed))
}, 60_000)

test('a place without a site is not moved, and nothing is made there or where it would have gone', async () => {
  await using folder = await temporaryDirectory()
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  const refused = await migrate(from, to)
  expect([refused.exitCode, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain(`--from: there is no site in ${from}/pictoglyph.db.`)
  for (const path of [from, to]) expect(existsSync(path)).toBe(false)
})

test('a site whose pictures are not where they are said to be is not moved without them', async () => {
  await using folder = await temporaryDirectory()
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  await makeSite(from, 1)
  renameSync(join(from, 'blobs'), join(from, 'elsewhere'))
  const refused = await migrate(from, to)
  expect([refused.exitCode, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain(`--from: there is no folder ${from}/blobs.`)
  for (const path of [join(from, 'blobs'), to]) expect(existsSync(path)).toBe(false)
})

test('a move that is stopped says how to go on, and is no fault of the program', async () => {
  await using folder = await temporaryDirectory()
  await makeSite(folder.path, 2)
  await using gateway = await startObjectGateway()
  const from = ['--from', `sqlite:${folder.path}/pictoglyph.db`, '--from', `file:${folder.path}/blobs`]
  const store = `s3://bucket?region=here&endpoint=${encodeURIComponent(gateway.url)}`
  const to = ['--to', `sqlite:${folder.path}/new.db`, '--to', store]
  const child = Bun.spawn([process.execPath, mainPath, 'migrate', ...from, ...to, '--json'], {
    env: cleanEnvironment({
      PICTOGLYPH_DATA_DIR: join(folder.path, 'operator'),
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    }),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  gateway.onPut = () => {
    gateway.onPut = () => {}
    child.kill('SIGINT')
  }
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([code, JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error]).toEqual([
    1,
    { code: 'CONFLICT', message: 'Stopped. Run the same command again to go on.' },
  ])
})

test('no server starts on a database that only part of a site was moved to, and moving again completes it', async () => {
  await using folder = await temporaryDirectory()
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  const ids = await makeSite(from, 3)
  mkdirSync(to)
  const [source, target] = await Promise.all(
    [from, to].map((path) => openSqlEngine(`sqlite:${path}/pictoglyph.db`)),
  )
  const stopAtImages = ({ table }: { table: string }) => {
    if (table === 'images') throw new Error('stopped')
  }
  const transfer = { from: source!, to: target!, report: stopAtImages }
  expect(await transferRows(transfer).catch(String)).toContain('stopped')
  await Promise.all([source!.close(), target!.close()])

  const refused = await startSite({ dataDirectory: to }).catch(String)
  expect(refused).toContain('"CONFLICT"')
  expect(refused).toContain('has not been finished')
  expect((await runPictoglyph(to, ['fsck', '--json'])).stderr).toContain('"CONFLICT"')

  expect(await migrate(from, to)).toMatchObject({ exitCode: 0 })
  await using site = await startSite({ dataDirectory: to })
  expect(site.credentials).toBeUndefined()
  for (const [seed, id] of ids.entries()) expect(await downloadImage(site, id)).toEqual(sampleImage(seed))
}, 60_000)
