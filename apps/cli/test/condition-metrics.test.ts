import { expect, test } from 'bun:test'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph, type RunningCommand, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const photograph = Bun.file(join(import.meta.dir, '../../../examples/photograph.jpg'))

interface Site extends AsyncDisposable {
  readonly folder: string
  readonly variables: Record<string, string>
  readonly server: RunningCommand
  /** Stores a picture. */
  upload(): Promise<void>
  /** The value of one line of `/metrics`; NaN without the line. */
  metric(line: string): Promise<number>
}

async function openSite(): Promise<Site> {
  await using cleanup = new AsyncDisposableStack()
  const { path: folder } = cleanup.use(await temporaryFolder())
  const variables = {
    PICTOGLYPH_DATA_DIR: join(folder, 'data'),
    PICTOGLYPH_SERVICES: 'images,console',
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_CONSOLE_PORT: '0',
  }
  const server = cleanup.use(startPictoglyph(variables, ['serve', '--json']))
  const { apiKey, categoryId } = JSON.parse(await server.printed(/^(\{"userName".*\})$/m))
  const { serving } = JSON.parse(await server.printed(/^(\{"serving".*\})$/m))
  const opened = cleanup.move()
  return {
    folder,
    variables,
    server,
    async upload() {
      const form = new FormData()
      form.set('categoryId', categoryId)
      form.set('file', photograph)
      const headers = { authorization: `Bearer ${apiKey}` }
      const answer = await fetch(`${serving.images}api/v1/upload`, { method: 'POST', headers, body: form })
      expect(answer.status).toBe(200)
    },
    async metric(line) {
      const text = await (await fetch(`${serving.console}metrics`)).text()
      return Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.slice(line.length),
      )
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('readiness and free disk are numbers, and a store that has gone is 0', async () => {
  await using site = await openSite()
  for (const part of ['database', 'blobs', 'settings']) {
    expect([part, await site.metric(`pictoglyph_ready{part="${part}"}`)]).toEqual([part, 1])
  }
  for (const of of ['data', 'database', 'blobs']) {
    const free = await site.metric(`pictoglyph_disk_free_bytes{of="${of}"}`)
    expect(free).toBeGreaterThan(0)
    expect(await site.metric(`pictoglyph_disk_size_bytes{of="${of}"}`)).toBeGreaterThanOrEqual(free)
  }
  const blobs = join(site.folder, 'data/blobs')
  await rename(blobs, `${blobs}-gone`)
  // A look at the store counts for a second.
  while ((await site.metric('pictoglyph_ready{part="blobs"}')) !== 0) await Bun.sleep(50)
  expect(await site.metric('pictoglyph_ready{part="database"}')).toBe(1)
  for (const metric of ['free', 'size']) {
    expect([metric, await site.metric(`pictoglyph_disk_${metric}_bytes{of="blobs"}`)]).toEqual([metric, NaN])
  }
}, 30_000)

test('a running server knows of the last backup and the last check, and of what they found', async () => {
  await using site = await openSite()
  const secondsOf = (run: string) => site.metric(`pictoglyph_last_${run}_timestamp_seconds`)
  const findings = (state: string) => site.metric(`pictoglyph_last_fsck_findings{state="${state}"}`)
  await site.upload()
  expect([await secondsOf('backup'), await secondsOf('fsck')]).toEqual([0, 0])
  const backup = join(site.folder, 'backup')
  expect((await pictoglyph(site.variables, ['backup', backup])).code).toBe(0)
  expect((await pictoglyph(site.variables, ['fsck', '--quick'])).code).toBe(0)
  expect(await secondsOf('fsck')).toBe(0)
  expect((await pictoglyph(site.variables, ['fsck'])).code).toBe(0)
  for (const run of ['backup', 'fsck']) expect(await secondsOf(run)).toBeGreaterThan(Date.now() / 1_000 - 60)
  expect([await site.metric('pictoglyph_last_backup_missing_blobs'), await findings('unrepaired')]).toEqual([
    0, 0,
  ])

  const blobs = join(site.folder, 'data/blobs')
  const stored = (await readdir(blobs)).filter((name) => name.length === 2)
  for (const name of stored) await rm(join(blobs, name), { recursive: true })
  await rm(backup, { recursive: true })
  expect((await pictoglyph(site.variables, ['backup', backup])).code).toBe(1)
  expect((await pictoglyph(site.variables, ['fsck'])).code).toBe(1)
  expect(await site.metric('pictoglyph_last_backup_missing_blobs')).toBe(1)
  expect(await findings('unrepaired')).toBe(1)
}, 30_000)
