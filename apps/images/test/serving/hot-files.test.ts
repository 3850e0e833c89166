import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditDraft, commandActor, type StoredFile } from '@pictoglyph/core'
import { createHotFiles, type HotFiles } from '../../src/hot-files.ts'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

async function hotLink(site: SiteFixture): Promise<{ id: string; url: string; path: string }> {
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const { id, url } = body.data
  for (let count = 0; count < 3; count += 1) {
    expect((await fetch(url)).status).toBe(200)
    await Bun.sleep(20)
  }
  const address = (await site.ports.database.images.byId(id))?.file.address ?? ''
  return { id, url, path: join(site.directory, 'blobs', address.slice(0, 2), address.slice(2)) }
}

test('a file that is much asked for is answered from memory, whole, in part and with its headers', async () => {
  await using site = await openSite()
  const { url, path } = await hotLink(site)
  const cold = await fetch(url, { headers: { 'If-None-Match': '"none"' } })
  await rm(path)
  const hot = await fetch(url)
  expect(hot.status).toBe(200)
  expect(await hot.bytes()).toEqual(pngOf(1))
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
  expect(headersOf(hot)).toEqual(headersOf(cold))
})

test('that its file is gone is noticed within two seconds', async () => {
  await using site = await openSite()
  const { url, path } = await hotLink(site)
  await rm(path)
  await Bun.sleep(1_100)
  expect((await fetch(url)).status).toBe(500)
})

test('a deleted image is gone at once, however hot its file is', async () => {
  await using site = await openSite()
  const { id, url } = await hotLink(site)
  const audit = auditDraft(commandActor, Date.now(), { action: 'image.remove', subject: id })
  await site.ports.database.images.remove([id], Date.now(), audit)
  expect((await fetch(url)).status).toBe(404)
})

test('no more than 32 MiB is in memory, nothing over 1 MiB, and nothing that was asked for once', async () => {
  await using site = await openSite()
  const hotFiles = createHotFiles(site.ports.blobs, () => 0)
  const mebibyte = 1024 * 1024
  const large = await store(site, mebibyte + 1, 0)
  const once = await store(site, 1000, 1)
  hotFiles.note(once)
  const files: StoredFile[] = []
  for (let filler = 2; filler < 42; filler += 1) {
    const file = await store(site, mebibyte, filler)
    files.push(file)
    await heat(hotFiles, file)
    hotFiles.note(large)
  }
  expect(files.filter((file) => hotFiles.find(file) !== undefined)).toEqual(files.slice(8))
  expect(hotFiles.find(large)).toBeUndefined()
  expect(hotFiles.find(once)).toBeUndefined()
})

async function store({ ports }: SiteFixture, sizeBytes: number, filler: number): Promise<StoredFile> {
  const bytes = new Uint8Array(sizeBytes).fill(filler)
  const address = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  await using staged = await ports.blobs.stage()
  await staged.write(bytes)
  await ports.blobs.put(staged, address)
  return { address, sizeBytes, type: 'image/png', width: 1, height: 1, frames: 1 }
}

async function heat(hotFiles: HotFiles, file: StoredFile): Promise<void> {
  hotFiles.note(file)
  hotFiles.note(file)
  while (hotFiles.find(file) === undefined) await Bun.sleep(1)
}
