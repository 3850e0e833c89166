import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite as openFixture } from '@pictoglyph/images/test/site-fixture'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import { exportImages } from '../src/archive/export-images.ts'
import { importImages } from '../src/archive/import-images.ts'
import { planImport } from '../src/archive/import-plan.ts'
import { openPictureSource } from '../src/archive/picture-source.ts'
import { backupSite } from '../src/backup/backup-site.ts'
import { restoreSite } from '../src/backup/restore-site.ts'
import { readConfiguration } from '../src/configuration.ts'
import { migrateSite } from '../src/migrate/migrate-site.ts'
import { openSite } from '../src/open-site.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Steps of a work as a bar shows them: the label, how much of all of it was done, and whether it was finished. */
function observeProgress() {
  const steps: { label: string; total: number; done: number; finished: number }[] = []
  const start: StartProgress = (label, total) => {
    const step = { label, total, done: 0, finished: 0 }
    steps.push(step)
    return {
      advance(count) {
        step.done += count
      },
      finish() {
        step.finished += 1
      },
    }
  }
  return {
    start,
    take: () =>
      steps
        .splice(0)
        .map(({ label, total, done, finished }) => `${label}: ${done} of ${total}, finished ${finished}`),
  }
}

test('long work shows each of its steps, from nothing to all of it', async () => {
  await using folder = await temporaryFolder()
  await using fixture = await openFixture()
  for (const colour of [1, 2, 3]) {
    const body = new FormData()
    body.set('file', new Blob([pngOf(colour)]), 'picture.png')
    body.set('categoryId', fixture.categoryId)
    const headers = { Authorization: `Bearer ${fixture.apiKey}` }
    await fetch(`${fixture.url}/api/v1/upload`, { method: 'POST', headers, body })
  }
  const { start, take } = observeProgress()
  const configuration = readConfiguration({ PICTOGLYPH_DATA_DIR: folder.path, ...placesOf(fixture) })
  await using site = await openSite(configuration)
  const at = (name: string) => join(folder.path, name)

  await exportImages(site.ports, { directory: at('export'), owner: undefined, progress: start })
  expect(take()).toEqual(['Exporting: 3 of 3, finished 1'])

  const user = (await site.ports.database.users.list())[0]!
  await using source = await openPictureSource(at('export/pictures'))
  const planned = planImport(source.files, (async function* () {})(), {
    manifest: undefined,
    oldBase: undefined,
  })
  const progress = start('Importing', 3)
  const ports = { ...site.ports, keyLimiter: createMemoryLimiter() }
  await importImages(ports, user, planned, { categoryId: fixture.categoryId, progress }, () => {})
  expect(take()).toEqual(['Importing: 3 of 3, finished 0'])

  const waiting: string[] = []
  await backupSite({
    configuration,
    site,
    directory: at('backup'),
    verify: true,
    startProgress: start,
    onWaiting: () => void waiting.push('waits'),
  })
  expect([take(), waiting]).toEqual([['Backing up: 3 of 3, finished 1'], []])

  const restored = readConfiguration({ PICTOGLYPH_DATA_DIR: at('restored') })
  await restoreSite(restored, at('backup'), start)
  expect(take()).toEqual(['Restoring: 3 of 3, finished 1', 'Checking: 3 of 3, finished 1'])

  await migrateSite({
    from: restored,
    to: readConfiguration({ PICTOGLYPH_DATA_DIR: at('moved') }),
    credentials: configuration.storeCredentials,
    dataDirectory: configuration.dataDirectory,
    quick: false,
    startProgress: start,
    requireGoingOn: () => {},
  })
  const [images, ...steps] = take()
  const check = steps.pop()
  expect([images, check]).toEqual(['Moving images: 3 of 3, finished 1', 'Checking: 3 of 3, finished 1'])
  // Each move adds a fact of its own to those of the site.
  const tables = steps.filter((step) => !step.includes('site_facts'))
  const names = tables.map((step) => step.replace(/^\w+/, ''))
  expect(names.slice(names.length / 2)).toEqual(names.slice(0, names.length / 2))
  expect(steps[0]).toStartWith('Moving ')
  expect(steps.at(-1)).toStartWith('Comparing ')
  for (const step of tables) expect(step).toMatch(/^(?:Moving|Comparing) \w+: (\d+) of \1, finished 1$/)
}, 30_000)
