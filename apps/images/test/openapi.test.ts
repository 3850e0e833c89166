import { expect, test } from 'bun:test'
import { javascriptExample } from '@pictoglyph/web/openapi/code-examples'
import { curlExample } from '@pictoglyph/web/openapi/curl-example'
import { serializeOpenApi } from '@pictoglyph/web/openapi/description-routes'
import type { PlacedOperation } from '@pictoglyph/web/openapi/example-request'
import { englishIn, englishOfChinesePages, unusedTexts } from '@pictoglyph/web/test/openapi/english-words'
import { testWith } from '@pictoglyph/web/test/test-with'
import { imagesChineseTexts } from '../src/openapi/chinese-texts.ts'
import { directLink, permanentLink } from '../src/openapi/image-operations.ts'
import { describeImagesApi } from '../src/openapi/images-openapi.ts'
import { upload } from '../src/openapi/upload-operation.ts'
import { uploadedImage, uploadVerdict } from '../src/openapi/upload-schemas.ts'
import { postUpload } from './post-upload.ts'
import { pngFile, pngOf } from './sample-image.ts'
import { openSite } from './site-fixture.ts'

const committed = `${import.meta.dir}/../../../docs/openapi/images.json`

test('the description that is kept is the one that is served', async () => {
  await using site = await openSite()
  const served = await (await fetch(`${site.url}/openapi.json`)).text()
  expect(served).toBe(serializeOpenApi(describeImagesApi(site.url)))
  expect(await Bun.file(committed).text(), 'docs/openapi/images.json is old: npm run openapi').toBe(
    serializeOpenApi(describeImagesApi('http://localhost:8080')),
  )
})

test('the description has a page to read', async () => {
  await using site = await openSite()
  const page = await fetch(`${site.url}/docs`)
  expect(page.headers.get('content-type')).toStartWith('text/html')
  const html = await page.text()
  for (const word of ['/api/v1/upload', 'CATEGORY_UNAVAILABLE', 'categoryId', 'curl'])
    expect(html).toContain(word)
})

test('a missing page is answered in a described type', async () => {
  await using site = await openSite()
  const { paths } = describeImagesApi(site.url)
  for (const path of ['/p/{id}', '/a/{token}']) {
    const described = Object.keys(paths[path]?.get?.responses['404']?.content ?? {})
    for (const accept of ['text/html', 'application/json']) {
      const answer = await fetch(site.url + path.replace(/\{.*\}/, 'nothing'), { headers: { accept } })
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([404, accept])
      expect(described).toContain(accept)
    }
  }
})

test('a missing thing has the code in the description', async () => {
  await using site = await openSite()
  const { paths } = describeImagesApi(site.url)
  for (const path of ['/i/{name}', '/p/{id}', '/a/{token}']) {
    const described = paths[path]?.get?.responses['404']?.content?.['application/json']?.examples?.NOT_FOUND
    const answer = await fetch(site.url + path.replace(/\{.*\}/, 'nothing'))
    expect([path, await answer.json()]).toEqual([path, described?.value])
  }
})

test('generated clients treat images as bytes, whole or in part', () => {
  const { paths } = describeImagesApi('http://localhost:8080')
  for (const path of ['/i/{name}', '/i/{id}/{size}']) {
    for (const status of ['200', '206']) {
      const { schema } = paths[path]?.get?.responses[status]?.content?.['image/*'] ?? {}
      expect([path, status, schema?.format]).toEqual([path, status, 'binary'])
    }
  }
})

test('the root, which the start prints, introduces the site and links to its pages', async () => {
  await using site = await openSite()
  const html = await (await fetch(`${site.url}/`)).text()
  for (const address of ['http://localhost:8082/', 'http://localhost:8081/', './docs']) {
    expect(html).toContain(`href="${address}"`)
  }
})

test('the root leads nobody to the machine that the service runs on', async () => {
  const neighbours = { console: 'http://localhost:8082', text: 'https://text.example' }
  await using site = await openSite({ baseUrl: 'https://images.example', neighbours })
  const html = await (await fetch(`${site.url}/`)).text()
  expect(html).toContain('href="https://text.example/"')
  expect(html).not.toContain('localhost')
})

test('pages in Chinese have no English sentence', async () => {
  await using site = await openSite()
  const paths = ['/docs', '/', '/nothing']
  expect(await englishOfChinesePages(site.url, paths)).toEqual(paths.map((path) => [path]))
})

test('every Chinese text translates a text of the description', () => {
  expect(unusedTexts(describeImagesApi('http://x'), imagesChineseTexts)).toEqual([])
})

test('the page has every field of both answers to an upload', async () => {
  await using site = await openSite()
  const html = await (await fetch(`${site.url}/docs`)).text()
  for (const [name, schema] of [
    ['data', uploadedImage],
    ['data', uploadVerdict],
    ['data.formats', uploadedImage.properties?.formats],
  ] as const) {
    const fields = Object.keys(schema?.properties ?? {})
    expect(fields.length).toBeGreaterThan(4)
    for (const field of fields) expect(html).toContain(`<code>${name}.${field}</code>`)
  }
})

testWith('curl')('the calls on the page upload an image and save it, in curl and in JavaScript', async () => {
  await using site = await openSite()
  const document = describeImagesApi(site.url)
  const folder = `${site.directory}/examples`
  await Bun.write(`${folder}/picture.png`, pngOf(1))
  const run = async (command: string[]) => {
    const child = Bun.spawn(command, {
      stdout: 'pipe',
      cwd: folder,
      env: { ...process.env, API_KEY: site.apiKey },
      stderr: 'pipe',
    })
    const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
    const [said = '', complained] = await Promise.all(texts)
    expect(await child.exited, complained).toBe(0)
    return said
  }
  const inBash = (placed: PlacedOperation) => ['bash', '-c', curlExample(document, placed)]
  const inBun = (placed: PlacedOperation) => [process.execPath, '-e', javascriptExample(document, placed)]
  expect(curlExample(document, { method: 'get', path: '/l/{name}', operation: permanentLink })).toContain(
    '--location',
  )
  for (const commandOf of [inBash, inBun]) {
    const sent = await run(commandOf({ method: 'post', path: '/api/v1/upload', operation: upload }))
    const { data } = JSON.parse(sent.slice(sent.indexOf('{')))
    const path = `/i/${data.id}.png`
    await run(commandOf({ method: 'get', path, operation: directLink }))
    expect(Buffer.from(pngOf(1)).equals(await Bun.file(`${folder}/picture`).bytes())).toBe(true)
    await Bun.file(`${folder}/picture`).delete()
  }
})

test('the page and the description have the limits that are in force, in both languages', async () => {
  await using site = await openSite()
  const read = (language: string, path: string) =>
    fetch(site.url + path, { headers: { 'Accept-Language': language, Accept: 'text/html' } }).then((answer) =>
      answer.text(),
    )
  expect(await read('en', '/docs')).toContain('of at most 20 MB, ')
  await site.setPolicy('upload.maxBytes', '5 MiB')
  await site.setPolicy('upload.types', 'image/png,image/svg+xml')
  expect(await read('en', '/docs')).toContain('This site takes PNG, SVG, of at most 5 MB, ')
  expect(await read('en', '/openapi.json')).toContain('This site takes PNG, SVG, of at most 5 MB, ')
  const chinese = await read('zh-CN', '/docs')
  expect(chinese).toContain('本站接受 PNG、SVG，文件最大 5 MB')
  expect(englishIn(chinese)).toEqual([])
})

test('the schemas have names, and answers to uploads and dry runs have a kind', async () => {
  await using site = await openSite()
  const { components } = describeImagesApi(site.url)
  expect(Object.keys(components?.schemas ?? {})).toEqual([
    'UploadForm',
    'UploadAnswer',
    'UploadResult',
    'DryRunVerdict',
    'ApiError',
    'RateLimitError',
  ])
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  const kinds = ['', '?dryRun=1'].map(async (query) => {
    const { body } = await postUpload<{ kind: string }>(site.url, { ...upload, query })
    return body.data.kind
  })
  expect(await Promise.all(kinds)).toEqual(['image', 'verdict'])
})
