import { expect, test } from 'bun:test'
import { pngFile, pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { addressUnder } from '../src/base-url.ts'
import { createImagesClient, NetworkError, PictoglyphError, type UploadProgress } from '../src/index.ts'
import { openLossyProxy } from './lossy-proxy.ts'

const impatient = { most: 2, firstWaitMs: 1, maxWaitMs: 50 }

function clientOf(site: SiteFixture, baseUrl = site.url) {
  return createImagesClient({ baseUrl, key: site.apiKey, retries: impatient })
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an upload returns the image, and its link serves the sent bytes', async () => {
  await using site = await openSite()
  const options = { categoryId: site.categoryId, title: 'A "title"', description: 'more' }
  const image = await clientOf(site).upload(pngFile(1), options)
  expect(image).toMatchObject({ type: 'image/png', width: 3, height: 2, frames: 1 })
  expect(image.formats.markdown).toContain(image.url)
  expect(await (await fetch(image.url)).bytes()).toEqual(pngOf(1))
})

test('an upload has every field that the service takes, and its link leads to the image, sent or known', async () => {
  await using site = await openSite()
  const key = await site.createKey({ binding: { linkNames: ['map'] } })
  const client = createImagesClient({ baseUrl: site.url, key, retries: impatient })
  const albumId = await site.addAlbum('Maps')
  const expiresIn = '1h'
  const words = { title: 'A map', description: 'of it' }
  const options = { categoryId: site.categoryId, albumId, ...words, expiresIn, link: 'map' }
  const target = async () =>
    (await fetch(`${site.url}/l/map`, { redirect: 'manual' })).headers.get('location')
  const large = new Blob([pngOf(1), new Uint8Array(70_000)])
  const first = await client.upload(large, options)
  expect(await target()).toBe(first.url)
  expect(Date.parse(first.expiresAt ?? '')).toBeGreaterThan(Date.now() + 3_000_000)
  expect(await site.ports.database.images.byId(first.id)).toMatchObject(words)
  expect((await site.ports.database.albums.byId(albumId))?.id).toBe(albumId)
  const second = await client.upload(pngFile(2), options)
  expect(await target()).toBe(second.url)
  expect(await client.upload(large, options)).toMatchObject({ id: first.id, deduped: true })
  expect(await target()).toBe(first.url)
  const refused = await errorOf(client.upload(pngFile(3), { ...options, link: 'other' }))
  expect(refused).toMatchObject({ code: 'KEY_BOUND', status: 403 })
})

test('bytes, blobs and files on disk can be uploaded, and the same bytes are one image', async () => {
  await using site = await openSite()
  const path = `${site.directory}/picture.png`
  await Bun.write(path, pngOf(1))
  const client = clientOf(site)
  const options = { categoryId: site.categoryId }
  const first = await client.upload(pngOf(1), options)
  expect(first.deduped).toBeUndefined()
  for (const source of [pngOf(1).buffer, new Blob([pngOf(1)]), Bun.file(path)]) {
    expect(await client.upload(source, options)).toMatchObject({ id: first.id, deduped: true })
  }
})

test('a file is sent under its own name without its folders, unless another is given', async () => {
  const names: unknown[] = []
  const client = createImagesClient({
    baseUrl: 'http://localhost',
    key: 'pgl_x',
    fetch: async (_url, init) => {
      const sent = await new Response(init?.body).text()
      names.push(/filename="(.*?)"/.exec(sent)?.[1])
      return new Response(null, { status: 400 })
    },
  })
  const file = new File([pngOf(1)], 'holidays/2026/sea.png')
  for (const [source, options] of [
    [file, {}],
    [file, { fileName: 'other.png' }],
    [pngOf(1), {}],
  ] as const) {
    expect(await errorOf(client.upload(source, options))).toBeInstanceOf(PictoglyphError)
  }
  expect(names).toEqual(['sea.png', 'other.png', 'image'])
})

test('progress grows from nothing to the whole body, and the service receives the same bytes', async () => {
  await using site = await openSite()
  const path = `${site.directory}/large.png`
  await Bun.write(path, [pngOf(1), new Uint8Array(3_000_000)])
  const seen: UploadProgress[] = []
  const options = {
    categoryId: site.categoryId,
    title: 'Größe',
    onProgress: (p: UploadProgress) => seen.push(p),
  }
  const client = clientOf(site)
  const image = await client.upload(Bun.file(path), options)
  const sent = seen.map(({ sentBytes }) => sentBytes)
  expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  expect(seen[0]?.sentBytes).toBe(0)
  expect(seen.at(-1)?.sentBytes).toBe(seen.at(-1)?.totalBytes)
  expect(seen.at(-1)?.totalBytes).toBeGreaterThan(3_000_000)
  const withoutProgress = await client.upload(Bun.file(path), { categoryId: site.categoryId })
  expect(withoutProgress.id).toBe(image.id)
})

test('a refusal is an error with its code, status, message and request id, and is not tried again', async () => {
  await using site = await openSite()
  let sent = 0
  const client = createImagesClient({
    baseUrl: site.url,
    key: site.apiKey,
    fetch: (url, init) => {
      sent += 1
      return fetch(url, init)
    },
  })
  const error = await errorOf(client.upload(pngFile(1)))
  expect(error).toBeInstanceOf(PictoglyphError)
  expect(error).toMatchObject({ code: 'CATEGORY_MISSING', status: 400 })
  expect((error as PictoglyphError).message).toContain('categoryId')
  expect((error as PictoglyphError).requestId).toBeString()
  expect(sent).toBe(1)
})

test('a dry run gives the verdict and stores nothing', async () => {
  await using site = await openSite()
  const verdict = await clientOf(site).upload(new Blob(['text']), { dryRun: true })
  expect(verdict.accepted).toBe(false)
  expect(verdict.problems.map(({ code }) => code)).toEqual(['TYPE_NOT_ALLOWED', 'CATEGORY_MISSING'])
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('an upload with a lost answer is retried and is still one image, not a duplicate', async () => {
  await using site = await openSite()
  await using proxy = await openLossyProxy(site.url)
  for (const onProgress of [undefined, () => undefined]) {
    proxy.loseNext()
    const client = clientOf(site, proxy.url)
    const file = pngFile(onProgress === undefined ? 1 : 2)
    const image = await client.upload(file, { categoryId: site.categoryId, onProgress })
    expect(image.deduped).toBeUndefined()
  }
  expect(proxy.lost).toBe(2)
  expect((await site.kept()).images).toBe(2)
})

test('a busy service is waited for as long as it asks, but not longer than the client is willing', async () => {
  await using site = await openSite({
    uploads: { maxInFlight: 0, maxOfOneUser: 0, idleMs: 1_000, overallMs: 1_000 },
  })
  const error = await errorOf(clientOf(site).upload(pngFile(1), { categoryId: site.categoryId }))
  expect(error).toMatchObject({ code: 'OVERLOADED', status: 503, retryAfterSeconds: 5 })
})

test('an abort ends an upload that has no answer yet, with its progress asked for or not', async () => {
  await using server = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => undefined) })
  const client = createImagesClient({ baseUrl: server.url.href, key: 'pgl_x', retries: impatient })
  for (const onProgress of [undefined, () => undefined]) {
    const controller = new AbortController()
    const upload = client.upload(pngFile(1), { onProgress, signal: controller.signal })
    setTimeout(() => controller.abort('enough'), 50)
    expect(await errorOf(upload)).toBe('enough')
  }
})

test('a service that is not there is a network error', async () => {
  const client = createImagesClient({ baseUrl: 'http://localhost:9', key: 'pgl_x', retries: impatient })
  expect(await errorOf(client.upload(pngFile(1)))).toBeInstanceOf(NetworkError)
})

test('another program at the address is distinguished from the service', async () => {
  await using server = Bun.serve({ port: 0, fetch: () => new Response('<h1>Hello</h1>') })
  const client = createImagesClient({ baseUrl: server.url.href, key: 'pgl_x', retries: impatient })
  expect(await errorOf(client.upload(pngFile(1)))).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 })
})

test('an aborted upload ends with the reason and leaves nothing behind', async () => {
  await using site = await openSite()
  const controller = new AbortController()
  const reason = new Error('changed my mind')
  const options = {
    categoryId: site.categoryId,
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  }
  expect(await errorOf(clientOf(site).upload(pngFile(1), options))).toBe(reason)
  expect((await site.kept()).images).toBe(0)
})

test('an invalid base address or key is refused before anything is sent', () => {
  expect(() => createImagesClient({ baseUrl: 'ftp://img.example.org', key: 'k' })).toThrow(TypeError)
  expect(() => createImagesClient({ baseUrl: 'img.example.org', key: 'k' })).toThrow(TypeError)
  expect(() => createImagesClient({ baseUrl: 'https://img.example.org', key: 'two\nlines' })).toThrow(
    TypeError,
  )
})

test('a base address may have a path and a slash at its end', () => {
  expect(addressUnder('https://example.org/images/', '/api')).toBe('https://example.org/images/api')
  expect(addressUnder('https://example.org', '/api')).toBe('https://example.org/api')
  expect(addressUnder('https://example.org/?a=b#c', '/api')).toBe('https://example.org/api')
})

/** More than 64 KiB, a different file for every number. */
const largeFile = (number: number) => new File([pngOf(number), new Uint8Array(70_000)], `${number}.png`)

test('for files that the service has from the same owner, only the hash is sent', async () => {
  await using site = await openSite()
  const count = 20
  let sentBytes = 0
  const client = createImagesClient({
    baseUrl: site.url,
    key: site.apiKey,
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const body = await request.clone().arrayBuffer()
      const headers = [...request.headers].reduce(
        (sum, [name, value]) => sum + name.length + value.length + 4,
        0,
      )
      sentBytes += body.byteLength + headers
      return fetch(request)
    },
  })
  const uploadAll = () =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        client.upload(largeFile(number), { categoryId: site.categoryId, title: 'A photograph' }),
      ),
    )
  const first = await uploadAll()
  expect(sentBytes).toBeGreaterThan(count * 70_000)
  sentBytes = 0
  const second = await uploadAll()
  expect(second).toEqual(first.map((image) => ({ ...image, deduped: true as const })))
  expect((sentBytes / count) * 1_000).toBeLessThan(1_000_000)
})

test('progress of a file sent as a hash ends at its size, and its expiry is sent', async () => {
  await using site = await openSite()
  const seen: UploadProgress[] = []
  const client = clientOf(site)
  const options = { categoryId: site.categoryId, expiresIn: '1h' }
  const first = await client.upload(largeFile(1), options)
  expect(Date.parse(first.expiresAt ?? '')).toBeGreaterThan(Date.now())
  await client.upload(largeFile(1), { ...options, onProgress: (progress) => seen.push(progress) })
  expect(seen).toEqual([{ sentBytes: largeFile(1).size, totalBytes: largeFile(1).size }])
  const error = await errorOf(client.upload(largeFile(1), { categoryId: 'unknown' }))
  expect(error).toMatchObject({ code: 'CATEGORY_UNAVAILABLE' })
})

test('the answer of a proxy is reported as not from the service', async () => {
  await using site = await openSite()
  for (const [status, words] of [
    [413, 'takes no file of this size'],
    [502, 'answered 502: it could not reach the site'],
    [522, 'answered 522'],
    [200, 'is not one of a Pictoglyph service'],
  ] as const) {
    const client = createImagesClient({
      baseUrl: site.url,
      key: site.apiKey,
      retries: 0,
      fetch: () => Promise.resolve(new Response('<html>proxy</html>', { status })),
    })
    const error = await errorOf(client.upload(pngFile(1), { categoryId: site.categoryId }))
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status })
    expect((error as PictoglyphError).message).toContain(words)
  }
})
