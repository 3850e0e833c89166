import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createVisitor } from './console-visitor.ts'
import { serveNewSite } from './served-site.ts'

const picture = Bun.file(join(import.meta.dir, '../../../docs/screenshots/image.png'))

test('an upload to the console is counted, logged and prepared for the gallery as any other', async () => {
  await using site = await serveNewSite({
    PICTOGLYPH_SERVICES: 'console',
    PICTOGLYPH_CONSOLE_URL: 'http://localhost:9',
  })
  const { server, serving } = site
  const { userName, password, categoryId } = site.credentials
  const visitor = createVisitor(serving.console)
  await visitor.post('sign-in', { csrf: await visitor.token('sign-in'), name: userName, password })
  for (const _ of ['new', 'repeated']) {
    const file = new File([await picture.bytes()], 'picture.png')
    const answer = await visitor.post('upload', { csrf: await visitor.token('upload'), categoryId, file })
    expect(answer.headers.get('location')).toStartWith('/images/')
  }

  const text = await (await fetch(`${serving.console}metrics`)).text()
  for (const line of [
    'pictoglyph_uploads_total{outcome="created"} 1',
    'pictoglyph_uploads_total{outcome="deduplicated"} 1',
    `pictoglyph_upload_bytes_total ${2 * picture.size}`,
  ])
    expect(text).toContain(`${line}\n`)
  const line = await server.logged('uploaded')
  expect(line).toMatchObject({ deduped: false })
  for (const fact of ['requestId', 'imageId', 'userId']) expect(line[fact]).toBeString()
  for (const fact of ['bytes', 'durationMs']) expect(line[fact]).toBeNumber()
  expect(line).not.toHaveProperty('keyId')
  expect(await server.logged('made a rendition')).toMatchObject({ size: 'thumbnail', format: 'webp' })
  expect(await server.stop()).toBe(0)
}, 30_000)

test("an upload to the console is scanned as any other, and its refusal is told in the reader's language", async () => {
  await using site = await serveNewSite({
    PICTOGLYPH_SERVICES: 'console',
    PICTOGLYPH_CONSOLE_URL: 'http://localhost:9',
    PICTOGLYPH_SCAN_COMMAND: '/bin/false',
  })
  const { userName, password, categoryId } = site.credentials
  const visitor = createVisitor(site.serving.console)
  await visitor.post('sign-in', { csrf: await visitor.token('sign-in'), name: userName, password })
  for (const [language, words] of [
    ['en', 'found something harmful in it.'],
    ['zh-CN', '本站的扫描程序在其中发现了有害内容。'],
  ] as const) {
    const file = new File([await picture.bytes()], 'picture.png')
    const fields = { csrf: await visitor.token('upload'), categoryId, file }
    const answer = await visitor.post('upload', fields, { 'Accept-Language': language })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)])
  }
}, 30_000)
