import { expect, test } from 'bun:test'
import { pngFile, pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import {
  createImagesClient,
  createTextClient,
  type ImagesClientOptions,
  type UploadedImage,
  type UploadOptions,
  type UploadSource,
  type UploadVerdict,
} from '../src/index.ts'
import { openTextService } from './text-service.ts'

/** A value that plain JavaScript may pass, where no compiler checks types. */
const unchecked = <T>(value: unknown) => value as T

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

test('a client without a key is refused when it is made', () => {
  for (const key of [undefined, null, '', ' ', 7, 'pgl_a\nX-Other: b', 'ключ']) {
    const options = unchecked<ImagesClientOptions>({ baseUrl: 'http://localhost:8080', key })
    expect(() => createImagesClient(options)).toThrow(TypeError)
  }
  const keyless = unchecked<ImagesClientOptions>({ baseUrl: 'http://localhost:8080' })
  expect(() => createImagesClient(keyless)).toThrow('no API key')
})

test('an invalid file is a TypeError that lists valid ones, and nothing is sent', async () => {
  await using site = await openSite()
  const client = createImagesClient({ baseUrl: site.url, key: site.apiKey })
  const stream = new Blob([pngOf(1)]).stream()
  for (const source of ['examples/hills.jpg', stream, undefined, null, 7, {}, new Response(), [1, 2, 3]]) {
    const error = await errorOf(() =>
      client.upload(unchecked<UploadSource>(source), { categoryId: site.categoryId }),
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('Blob')
  }
  expect((await site.kept()).images).toBe(0)
})

test('bytes in any view upload the bytes of the view alone', async () => {
  await using site = await openSite()
  const client = createImagesClient({ baseUrl: site.url, key: site.apiKey })
  const png = pngOf(1)
  const shared = new Uint8Array(new SharedArrayBuffer(png.length + 8), 4, png.length)
  shared.set(png)
  const sources = [png, Buffer.from(png), shared, new DataView(png.buffer, png.byteOffset, png.length)]
  const ids = new Set<string>()
  for (const source of sources) ids.add((await client.upload(source, { categoryId: site.categoryId })).id)
  expect(ids.size).toBe(1)
})

test('null and undefined fields are left out, and values of other types are a TypeError', async () => {
  await using site = await openSite()
  const client = createImagesClient({ baseUrl: site.url, key: site.apiKey })
  const { categoryId } = site
  for (const nothing of [null, undefined]) {
    const options = unchecked<UploadOptions>({
      categoryId,
      title: nothing,
      albumId: nothing,
      fileName: nothing,
      idempotencyKey: nothing,
      onProgress: nothing,
      signal: nothing,
      dryRun: nothing,
    })
    const { id } = await client.upload(pngFile(nothing === null ? 1 : 2), options)
    expect((await site.ports.database.images.byId(id))?.title).toBe('')
  }
  for (const wrong of [
    { title: 7 },
    { title: {} },
    { dryRun: 'no' },
    { dryrun: true },
    { categoryID: 'x' },
  ]) {
    const options = unchecked<UploadOptions>({ categoryId, ...wrong })
    expect([wrong, await errorOf(() => client.upload(pngFile(3), options))]).toEqual([
      wrong,
      expect.any(TypeError),
    ])
  }
  expect((await site.kept()).images).toBe(2)
})

test('dryRun may be a boolean that is known only as the program runs', async () => {
  await using site = await openSite()
  const client = createImagesClient({ baseUrl: site.url, key: site.apiKey })
  for (const dryRun of [true, false]) {
    const answer: UploadedImage | UploadVerdict = await client.upload(pngFile(1), {
      categoryId: site.categoryId,
      dryRun,
    })
    expect('accepted' in answer).toBe(dryRun)
  }
})

test('the formats of a thumbnail have names, and are those of the service', async () => {
  await using site = await openSite()
  const client = createImagesClient({ baseUrl: site.url, key: site.apiKey })
  const { formats } = await client.upload(pngFile(1), { categoryId: site.categoryId })
  const { thumbnail, thumbnailLinked }: { thumbnail: string; thumbnailLinked: string } = formats
  expect(thumbnailLinked).toContain(thumbnail)
})

test('a base address may be that of an operation', async () => {
  await using site = await openSite()
  for (const path of ['/api/v1/upload', '/api/v1/upload/', '/', '']) {
    const client = createImagesClient({ baseUrl: site.url + path, key: site.apiKey })
    await client.upload(pngFile(1), { categoryId: site.categoryId })
  }
  await using text = await openTextService(site.ports)
  for (const path of ['options', 'encrypt', 'decrypt/']) {
    const client = createTextClient({ baseUrl: `${text.url}/api/public/${path}` })
    expect((await client.options()).charsets.length).toBeGreaterThan(0)
  }
})

test('an address without http or https is refused when a client is made', () => {
  for (const baseUrl of ['localhost:8080', 'img.example.org', 'ftp://img.example.org', '', undefined]) {
    const options = unchecked<ImagesClientOptions>({ baseUrl, key: 'pgl_x' })
    expect(() => createImagesClient(options)).toThrow(TypeError)
  }
})
