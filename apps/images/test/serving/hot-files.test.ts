import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditDraft, commandActor, type StoredFile } from '@pictoglyph/core'
import { createHotFiles, type HotFiles } from '../../src/serving/hot-files.ts'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** A new image whose file is in memory, and stays there while the site's clock stands still. */
async function hotLink(site: SiteFixture): Promise<{ id: string; url: string; path: string }> {
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const { id, url } = body.data
  for (let count = 0; count < 2; count += 1) expect((await fetch(url)).status).toBe(200)
  const image = await site.ports.database.images.byId(id)
  if (image === undefined) throw new Error('the upload left no image')
  while (site.hotFiles.find(image.file) === undefined) await Bun.sleep(1)
  const { address } = image.file
  return { id, url, path: join(site.directory, 'blobs', address.slice(0, 2), address.slice(2)) }
}

test('a file that is much asked for is answered from memory, with the same headers', async () => {
  await using site = await openSite({ now: () => 0 })
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const cold = await fetch(body.data.url)
  const { url, path } = await hotLink(site)
  expect(url).toBe(body.data.url)
  await rm(path)
  const hot = await fetch(url)
  expect(hot.status).toBe(200)
  expect(await hot.bytes()).toEqual(await cold.bytes())
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
  expect(headersOf(hot)).toEqual(headersOf(cold))
})

test('that its file is gone is noticed within a second', async () => {
  let nowMs = 0
  await using site = await openSite({ now: () => nowMs })
  const { url, path } = await hotLink(site)
  await rm(path)
  nowMs = 999
  expect((await fetch(url)).status).toBe(200)
  nowMs = 1_000
  expect((await fetch(url)).status).toBe(500)
})

test('a deleted image is gone at once, however hot its file is', async () => {
  await using site = await openSite({ now: () => 0 })
  const { id, url, path } = await hotLink(site)
  await rm(path)
  expect((await fetch(url)).status).toBe(200)
  const audit = auditDraft(commandActor, Date.now(), { action: 'image.delete', subject: id })
  await site.ports.database.images.remove([id], Date.now(), audit)
  expect((await fetch(url)).status).toBe(404)
})

test('no more than 32 MiB is in memory, nothing over 1 MiB, and nothing that was asked for once', async () => {
  await using site = await openSite()
  let nowMs = 0
  const hotFiles = createHotFiles(site.ports.blobs, () => nowMs)
  const [large, once] = [await store(site, mebibyte + 1, 0), await store(site, 1000, 1)]
  hotFiles.note(once)
  const files: StoredFile[] = []
  for (let filler = 2; filler < 42; filler += 1) {
    const file = await store(site, mebibyte, filler)
    files.push(file)
    await ask(hotFiles, file)
    await ask(hotFiles, large)
  }
  const kept = () => files.filter((file) => hotFiles.find(file) !== undefined)
  expect(kept()).toEqual(files.slice(0, 32))
  expect(hotFiles.find(large)).toBeUndefined()
  expect(hotFiles.find(once)).toBeUndefined()

  // The first sixteen stay in use; of the others, those that are asked for now take the places.
  nowMs = 6_000
  for (const file of files.slice(0, 16)) hotFiles.note(file)
  for (const file of files.slice(32)) await ask(hotFiles, file)
  expect(kept()).toEqual([...files.slice(0, 16), ...files.slice(32)])
})

const mebibyte = 1024 * 1024

/** Asks often enough for a file that could be kept, and waits until it would be. */
async function ask(hotFiles: HotFiles, file: StoredFile): Promise<void> {
  hotFiles.note(file)
  hotFiles.note(file)
  for (let turn = 0; turn < 20 && hotFiles.find(file) === undefined; turn += 1) await Bun.sleep(1)
}

async function store({ ports }: SiteFixture, sizeBytes: number, filler: number): Promise<StoredFile> {
  const bytes = new Uint8Array(sizeBytes).fill(filler)
  const address = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  await using staged = await ports.blobs.stage()
  await staged.write(bytes)
  await ports.blobs.put(staged, address)
  return { address, sizeBytes, type: 'image/png', width: 1, height: 1, frames: 1 }
}
