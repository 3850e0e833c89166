import { expect, test } from 'bun:test'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { failures } from '@pictoglyph/site/language/failures'
import { message } from '@pictoglyph/site/language/message'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createLog } from '../../src/log.ts'
import { javascriptExample, pythonExample } from '../../src/openapi/code-examples.ts'
import { curlExample } from '../../src/openapi/curl-example.ts'
import { apiDescriptionRoutes, serializeOpenApi } from '../../src/openapi/description-routes.ts'
import { sharedChineseTexts } from '../../src/openapi/description-texts.ts'
import { docsMessages } from '../../src/openapi/docs-messages.ts'
import { errorResponses, errorSchemas } from '../../src/openapi/error-responses.ts'
import { livezOperation, readyzOperation } from '../../src/openapi/health-operations.ts'
import { fieldsOf, formsOf } from '../../src/openapi/schema-fields.ts'
import { sourceHash } from '../../src/page/html-page.tsx'
import { serveService } from '../../src/serve-service.ts'
import { createService } from '../../src/service.ts'
import { testWith } from '../test-with.ts'
import { englishIn, unusedTexts } from './english-words.ts'
import { sampleDocument } from './sample-document.ts'

const english = { document: sampleDocument, text: docsMessages.en }

const sampleTexts = { 'Read an item': '读取条目', 'There is no such item.': '没有此条目。' }

const sample = { document: sampleDocument, chinese: sampleTexts }

function serveSample() {
  const service = createService({
    name: 'sample',
    routes: apiDescriptionRoutes(() => sample, { 'X-Sample': 'yes' }),
    log: createLog('silent'),
    trustedProxies: createNetworkSet([]),
    clock: Date.now,
  })
  const running = serveService(service, {
    hostname: '127.0.0.1',
    port: 0,
    connectionTimeoutSeconds: 5,
    maxBodyBytes: 1_000,
  })
  return { url: running.url, [Symbol.asyncDispose]: () => running.stop(0) }
}

test('the description is served as it is written down', async () => {
  await using sample = serveSample()
  const answer = await fetch(new URL('openapi.json', sample.url))
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('x-sample')).toBe('yes')
  expect(await answer.text()).toBe(serializeOpenApi(sampleDocument))
})

test('the page escapes what a description says and allows its own style and the service’s icon only', async () => {
  await using sample = serveSample()
  const answer = await fetch(new URL('docs', sample.url))
  const html = await answer.text()
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="./docs/page.js">'])
  expect(html).toContain('Sample &amp; &lt;script&gt;')
  expect(html).toContain('Shown &lt;above&gt; the picture.')
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`style-src ${sourceHash(style)}`)
  expect(policy).toContain("img-src 'self'")
  expect(html).toContain('<link rel="icon" type="image/svg+xml" href="./favicon.svg"')
  expect(policy).toContain("script-src 'self'")
  expect(await (await fetch(new URL('docs/page.js', sample.url))).text()).toContain('clipboard')
})

test('the page speaks both languages', async () => {
  await using sample = serveSample()
  const html = await (await fetch(new URL('docs?lang=zh-CN', sample.url))).text()
  for (const text of ['目录', '请求正文', '错误代码', '必填']) expect(html).toContain(text)
  for (const text of ['1 至 80 个字符', 'object 数组', '路径，string', '须匹配']) expect(html).toContain(text)
})

test('what a description says is told in Chinese, and in English where there is no Chinese', async () => {
  await using sample = serveSample()
  const html = await (await fetch(new URL('docs?lang=zh-CN', sample.url))).text()
  const first = /<h2 id="readItem-title">(.*?)<\/h2>/.exec(html)?.[1]
  expect([first, html.includes('Read an item')]).toEqual(['读取条目', false])
  expect(html).toContain('<code>NOT_FOUND</code>：没有此条目。')
  expect(html).toContain('本次请求在服务日志中的编号。')
  expect(englishIn(html)).toContain('Add an item')
})

test('every shared sentence in Chinese stands for one that the descriptions have', () => {
  const everyFailure = Object.entries(failures).map(([code, { example, when }]) => ({
    facts: { code, ...example } as FailureFacts,
    when,
  }))
  const failing = { ...livezOperation, responses: errorResponses(everyFailure) }
  const paths = {
    '/livez': { get: livezOperation },
    '/readyz': { get: readyzOperation },
    '/': { get: failing },
  }
  expect(
    unusedTexts(
      { ...sampleDocument, paths, components: { schemas: errorSchemas(paths) } },
      sharedChineseTexts,
    ),
  ).toEqual([])
})

const add = { method: 'post', path: '/items', operation: sampleDocument.paths['/items']!.post! } as const

test('the same call stands there in JavaScript and in Python', () => {
  const javascript = javascriptExample(sampleDocument, add)
  expect(() => new Bun.Transpiler({ loader: 'ts' }).transformSync(javascript)).not.toThrow()
  expect(javascript).toContain('fetch("http://localhost:1/items"')
  const python = pythonExample(sampleDocument, add)
  expect(python).toContain('files={"file": open("picture.png", "rb")},')
  expect(python).toMatch(/^ {4}data=\{".+": ".+"\},$/m)
})

testWith('python3')('the call in Python is one', () => {
  const checked = Bun.spawnSync(['python3', '-c', 'import ast,sys; ast.parse(sys.stdin.read())'], {
    stdin: Buffer.from(pythonExample(sampleDocument, add)),
  })
  expect(checked.exitCode).toBe(0)
})

test('the page names every operation, field, status and code', async () => {
  await using sample = serveSample()
  const html = await (await fetch(new URL('docs', sample.url))).text()
  for (const text of ['id="readItem"', 'id="addItem"', 'items[].id', '1 to 80 characters', 'Retry-After']) {
    expect(html).toContain(text)
  }
  for (const code of ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'])
    expect(html).toContain(`<code>${code}</code>`)
})

test('a curl line fills in path, key, file and examples, quoted for a shell', () => {
  const read = sampleDocument.paths['/items/{id}']!.get!
  expect(curlExample(sampleDocument, { method: 'get', path: '/items/{id}', operation: read })).toBe(
    'curl http://localhost:1/items/a%2Fb',
  )
  const add = sampleDocument.paths['/items']!.post!
  expect(curlExample(sampleDocument, { method: 'post', path: '/items', operation: add })).toBe(
    [
      'curl http://localhost:1/items',
      '-H "Authorization: Bearer $API_KEY"',
      '-F file=@picture.png',
      `-F 'title=It'\\''s a \`title\`'`,
    ].join(' \\\n  '),
  )
})

test('error responses are grouped by status and say what the services say', () => {
  const responses = errorResponses([
    { facts: { code: 'BAD_REQUEST', reason: message('First.') }, when: 'one' },
    { facts: { code: 'BAD_REQUEST', reason: message('Second.') }, when: 'two' },
    { facts: { code: 'RATE_LIMITED', resetAtMs: 1_767_225_660_000, limit: 1 }, when: 'three' },
  ])
  expect(Object.keys(responses)).toEqual(['400', '429'])
  expect(Object.keys(responses['400']?.content?.['application/json']?.examples ?? {})).toEqual([
    'BAD_REQUEST',
    'BAD_REQUEST_2',
  ])
  expect(responses['429']?.headers).toHaveProperty('Retry-After')
  expect(responses['429']?.content?.['application/json']?.examples?.RATE_LIMITED?.value).toMatchObject({
    ok: false,
    data: { resetAt: 1_767_225_660_000 },
  })
})

test('fields are listed with those of the objects within, and alternatives one by one', () => {
  const nested = {
    type: 'object',
    properties: { data: { type: 'object', properties: { url: { type: 'string' } } } },
  }
  expect(fieldsOf(nested, english).map(({ path }) => path)).toEqual(['data', 'data.url'])
  const forms = formsOf({ oneOf: [{ ...nested, title: 'A' }, { title: 'B' }] }, english)
  expect(forms.map(({ title, fields }) => [title, fields.length])).toEqual([
    ['A', 2],
    ['B', 0],
  ])
})

test('a field that takes one of several objects is listed with the fields of each', () => {
  const choice = {
    type: 'object',
    required: ['ok', 'data'],
    properties: {
      ok: { type: 'boolean' },
      data: {
        oneOf: [
          { title: 'A', type: 'object', properties: { id: { type: 'string' } } },
          { title: 'B', type: 'object', properties: { accepted: { type: 'boolean' } } },
        ],
      },
    },
  }
  const forms = formsOf(choice, english).map(({ title, fields }) => [title, fields.map(({ path }) => path)])
  expect(forms).toEqual([
    ['A', ['ok', 'data', 'data.id']],
    ['B', ['ok', 'data', 'data.accepted']],
  ])
})
