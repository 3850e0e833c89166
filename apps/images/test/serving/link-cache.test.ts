import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { noLiveLimits } from '@pictoglyph/site/accounts/quota'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createLinkCache } from '../../src/serving/link-cache.ts'
import { servedFile } from '../../src/serving/serve-file.ts'
import { postUpload } from '../post-upload.ts'
import { joined, pngChunk, pngFile, pngHeader, pngSignature } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

async function uploaded(site: SiteFixture, file = pngFile(1)) {
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key: site.apiKey, file, fields })
  const { id, url } = body.data
  const image = await site.ports.database.images.byId(id)
  if (image === undefined) throw new Error('the upload left no image')
  const { address, sizeBytes } = image.file
  return { id, url, sizeBytes, path: join(site.directory, 'blobs', address.slice(0, 2), address.slice(2)) }
}

/** A new image with its file in memory, where it stays while the cache's time stands still. */
async function cached(site: SiteFixture) {
  const link = await uploaded(site)
  for (let count = 0; count < 2; count += 1) expect((await fetch(link.url)).status).toBe(200)
  while (site.links.heldBytes === 0) await Bun.sleep(1)
  return link
}

test('a popular file is served from memory, with the same headers', async () => {
  await using site = await openSite({ now: () => 0 })
  const first = await uploaded(site)
  const cold = await fetch(first.url)
  const { url, path } = await cached(site)
  expect(url).toBe(first.url)
  await rm(path)
  const hot = await fetch(url)
  expect(hot.status).toBe(200)
  expect(await hot.bytes()).toEqual(await cold.bytes())
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
  expect(headersOf(hot)).toEqual(headersOf(cold))
})

test('the loss of a file is noticed within a second', async () => {
  let nowMs = 0
  await using site = await openSite({ now: () => nowMs })
  const { url, path } = await cached(site)
  await rm(path)
  nowMs = 999
  expect((await fetch(url)).status).toBe(200)
  nowMs = 1_000
  expect((await fetch(url)).status).toBe(500)
})

test('a deleted image is gone at once, however popular', async () => {
  await using site = await openSite({ now: () => 0 })
  const { id, url, path } = await cached(site)
  await rm(path)
  expect((await fetch(url)).status).toBe(200)
  const audit = auditDraft(commandActor, Date.now(), { action: 'image.delete', subject: id })
  await site.ports.database.images.remove([id], Date.now(), audit)
  expect((await fetch(url)).status).toBe(404)
  await site.ports.database.images.restore([id], audit, noLiveLimits)
  expect((await fetch(url)).status).toBe(500)
})

test('an unrelated change leaves the bytes in memory', async () => {
  await using site = await openSite({ now: () => 0 })
  const { url, path } = await cached(site)
  await rm(path)
  await site.addUser('ann')
  expect((await fetch(url)).status).toBe(200)
})

test('an image deleted by another process is gone at once too', async () => {
  await using site = await openSite({ now: () => 0 })
  await using other = await site.reopen()
  const { id, url } = await cached(site)
  const elsewhere = url.replace(site.url, other.url)
  for (let count = 0; count < 3; count += 1) expect((await fetch(elsewhere)).status).toBe(200)
  const audit = auditDraft(commandActor, Date.now(), { action: 'image.delete', subject: id })
  await site.ports.database.images.remove([id], Date.now(), audit)
  expect((await fetch(elsewhere)).status).toBe(404)
})

test('the cache holds at most 32 MiB, only repeated files up to 1 MiB, and evicts unused ones', async () => {
  await using site = await openSite()
  const links = createLinkCache(site.ports, () => 0)
  async function look(id: string) {
    const image = await site.ports.database.images.byId(id)
    return image && servedFile(image.file, { createdAtMs: 0, expiresAtMs: null, name: id })
  }
  async function ask({ id }: { id: string }, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      const served = await links.find(id, () => look(id))
      if (served === undefined) throw new Error('the image is gone')
      await new Response(await links.open(id, served)).bytes()
    }
  }
  const once = await uploaded(site, largePng(0, mebibyte))
  expect(once.sizeBytes).toBe(1_048_576)
  await ask(once, 1)
  const large = await uploaded(site, largePng(0, aByteMore))
  expect(large.sizeBytes).toBe(1_048_577)
  await ask(large, 10)
  expect(links.heldBytes).toBe(0)
  const images: { id: string }[] = []
  for (let number = 1; number <= 33; number += 1) {
    const image = await uploaded(site, largePng(number, mebibyte))
    images.push(image)
    const before = links.heldBytes
    await ask(image, number <= 32 ? 2 : 10)
    while (number <= 32 && links.heldBytes === before) await Bun.sleep(1)
  }
  expect(links.heldBytes).toBe(33_554_432)
  links.sweep()
  await ask(images[0]!, 1)
  links.sweep()
  expect(links.heldBytes).toBe(once.sizeBytes)
  links.sweep()
  expect(links.heldBytes).toBe(0)
})

test('the cache knows ten thousand links, and asks the database about any further one each time', async () => {
  await using site = await openSite()
  const links = createLinkCache(site.ports, () => 0)
  const { id } = await uploaded(site)
  const image = await site.ports.database.images.byId(id)
  if (image === undefined) throw new Error('the image is gone')
  const served = servedFile(image.file, { createdAtMs: 0, expiresAtMs: null, name: id })
  let looks = 0
  async function look() {
    looks += 1
    return served
  }
  for (let round = 0; round < 2; round += 1) {
    for (let number = 1; number <= 10_000; number += 1) await links.find(`${number}`, look)
  }
  expect(looks).toBe(10_000)
  for (let round = 0; round < 2; round += 1) await links.find('one more', look)
  expect(looks).toBe(10_002)
})

/** Pictures whose files have 1 MiB, and a byte more. */
const mebibyte = { width: 382, height: 914 }
const aByteMore = { width: 8_960, height: 39 }

function largePng(colour: number, { width, height }: { width: number; height: number }): File {
  const row = [0, ...Array<number>(3 * width).fill(colour)]
  const pixels = deflateSync(Buffer.concat(Array<Uint8Array>(height).fill(Uint8Array.from(row))), {
    level: 0,
  })
  const header = pngHeader({ width, height, depth: 8, colourType: 2, interlaced: false })
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', new Uint8Array())]
  return new File([joined([pngSignature, ...chunks])], 'large.png', { type: 'image/png' })
}
