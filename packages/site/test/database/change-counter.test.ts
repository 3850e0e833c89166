import { expect, spyOn, test } from 'bun:test'
import fs, { statSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openChangeCounter } from '../../src/rows/sqlite/change-counter.ts'
import { temporaryFolder } from './sqlite-files.ts'

test('what one process counts, every other sees', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const counter = openChangeCounter(path)
  const before = counter.current()
  const source = new URL('../../src/rows/sqlite/change-counter.ts', import.meta.url).href
  const program = `
    const { openChangeCounter } = await import(${JSON.stringify(source)})
    const counter = openChangeCounter(${JSON.stringify(path)})
    for (let count = 0; count < 50_000; count += 1) counter.increment()
  `
  const others = [1, 2].map(() => Bun.spawn([process.execPath, '-e', program], { stderr: 'inherit' }))
  for (let count = 0; count < 50_000; count += 1) counter.increment()
  expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([0, 0])
  expect(counter.current() - before).toBe(150_000)
})

test('on a disk that lets nobody give files away, a counter is made where its owner is right', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await writeFile(path, '')
  using _disk = spyOn(fs, 'fchownSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, fchown'), { code: 'EPERM' })
  })
  const counter = openChangeCounter(path)
  counter.increment()
  expect(counter.current()).toBe(1)
})

test('whoever makes the counter, it belongs to the owner of the database', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await writeFile(path, '')
  // Only root may give files away; anyone else makes a counter that is their own.
  if (process.getuid?.() === 0) await chown(path, 65_534, 65_534)
  openChangeCounter(path)
  expect(statSync(`${path}-changes`).uid).toBe(statSync(path).uid)
})
