import { afterAll, beforeAll, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { cleanEnvironment } from './command.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let site: SiteFixture

beforeAll(async () => {
  folder = await temporaryFolder()
  site = await openSite()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const mebibyte = 1024 * 1024

/** A ZIP archive whose one file has a text so many times: up to a thousand times as large as the archive. */
async function writeBomb(path: string, { name, text, times }: { name: string; text: string; times: number }) {
  const file = Bun.file(path).writer()
  const written = Promise.withResolvers<void>()
  const archive = new Zip((error, chunk, isLast) => {
    if (error) written.reject(error)
    file.write(chunk)
    if (isLast) written.resolve()
  })
  const entry = new ZipDeflate(name, { level: 1 })
  archive.add(entry)
  const block = strToU8(text.repeat(times / 100))
  for (let part = 1; part <= 100; part++) entry.push(block, part === 100)
  archive.end()
  await written.promise
  await file.end()
}

async function importOf(path: string) {
  const user = (await site.ports.database.users.byId(site.userId))?.name ?? ''
  const child = Bun.spawn([join(import.meta.dir, '../bin/pictoglyph'), 'import', path, '--user', user], {
    env: cleanEnvironment(placesOf(site)),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const err = await new Response(child.stderr).text()
  return { code: await child.exited, err, maxBytes: child.resourceUsage()?.maxRSS ?? 0 }
}

const line = (size: number) => `${JSON.stringify({ file: 'a.png', description: 'd'.repeat(size) })}\n`

for (const { what, says, ...file } of [
  {
    what: 'a manifest of more than a gibibyte',
    name: 'manifest.jsonl',
    text: line(1_100),
    times: 1_000_000,
    says: 'manifest.jsonl has 1.1 GB; at most 1 GB are read.',
  },
  {
    what: 'a manifest of more than a million pictures',
    name: 'manifest.jsonl',
    text: line(0),
    times: 1_000_100,
    says: 'An import has at most 1000000 pictures. Import these in parts.',
  },
  {
    what: 'a manifest without a line feed',
    name: 'manifest.jsonl',
    text: 'manifest',
    times: 5_000_000,
    says: 'manifest.jsonl has a line of more than 16000000 characters.',
  },
  {
    what: 'a list of albums of more than 64 MiB',
    name: 'albums.jsonl',
    text: '{"name":"a"}\n',
    times: 6_000_000,
    says: 'albums.jsonl has 74 MB; at most 64 MB are read.',
  },
]) {
  test(`${what} is refused, and is never in memory as a whole`, async () => {
    const path = join(folder.path, `${what}.zip`)
    await writeBomb(path, file)
    expect((await stat(path)).size).toBeLessThan(16 * mebibyte)
    const { code, err, maxBytes } = await importOf(path)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) })
    expect(maxBytes).toBeLessThan(700 * mebibyte)
  }, 120_000)
}
