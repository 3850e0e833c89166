import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const maxBytes = 60_000

test('the first load of a full gallery is under 60 kB without its pictures', async () => {
  await using testConsole = await startConsole()
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  for (let index = 0; index < 60; index++) {
    const bytes = picture({ width: 300 + index, height: 40 })
    await uploadPicture(visitor, { title: `Harbour at dusk, seen from the lighthouse ${index}` }, bytes)
  }
  const load = async (path: string, headers: Record<string, string>) => {
    const cookie = `session=${visitor.cookies.get('session')}`
    const sent = { ...headers, Cookie: cookie, 'Sec-Fetch-Site': 'none' }
    const answer = await fetch(testConsole.url + path, { headers: sent, decompress: false })
    return { answer, bytes: await answer.bytes() }
  }
  const gallery = await load('/images', { 'Accept-Encoding': 'gzip, br' })
  const page = new TextDecoder().decode(Bun.gunzipSync(gallery.bytes))
  expect(page.match(/<img class="thumbnail/g)).toHaveLength(60)
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(assets).toHaveLength(3)
  const loaded = await Promise.all(assets.map((path) => load(path, { 'Accept-Encoding': 'gzip' })))
  const sizeBytes = [gallery, ...loaded].reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect(sizeBytes).toBeLessThan(maxBytes)
  const plain = await load('/images', { 'Accept-Encoding': 'identity, gzip;q=0' })
  expect(plain.answer.headers.get('Content-Encoding')).toBeNull()
  expect(new TextDecoder().decode(plain.bytes)).toEndWith('</html>')
})

test('a page that another site opens is not compressed', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  for (const [from, encoding] of [
    ['same-origin', 'gzip'],
    ['none', 'gzip'],
    ['same-site', null],
    ['cross-site', null],
    [undefined, null],
  ] as const) {
    const site = from && { 'Sec-Fetch-Site': from }
    const answer = await visitor.get('/account', { 'Accept-Encoding': 'gzip', ...site })
    expect([from, answer.headers.get('Content-Encoding')]).toEqual([from, encoding])
    expect(await answer.text()).toContain('name="csrf"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('an asset’s name is of its content, and it is kept for good', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const page = await (await visitor.get('/images')).text()
  const name = /\/assets\/console\.[0-9a-f]{16}\.css/.exec(page)?.[0] ?? ''
  const plain = await visitor.get(name, { 'Accept-Encoding': 'identity' })
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  const text = await plain.text()
  expect(new Bun.CryptoHasher('sha256').update(text).digest('hex')).toStartWith(name.slice(16, 32))
  for (const encoding of ['gzip', 'br']) {
    const answer = await visitor.get(name, { 'Accept-Encoding': encoding })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(await answer.text()).toBe(text)
  }
  expect((await visitor.get('/assets/console.0000000000000000.css')).status).toBe(404)
})
