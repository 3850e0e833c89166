import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const maxBytes = 60_000

test('the first load of a page is under 60 kB of script and style, compressed', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const page = await (await visitor.get('/images')).text()
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  )
  expect(names).toHaveLength(2)
  let sizeBytes = 0
  for (const name of names) {
    const answer = await fetch(testConsole.url + name, {
      headers: { 'Accept-Encoding': 'gzip' },
      decompress: false,
    })
    sizeBytes += (await answer.arrayBuffer()).byteLength
  }
  expect(sizeBytes).toBeLessThan(maxBytes)
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
