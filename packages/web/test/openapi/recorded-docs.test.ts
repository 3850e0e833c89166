import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { javascriptExample, pythonExample } from '../../src/openapi/code-examples.ts'
import { curlExample } from '../../src/openapi/curl-example.ts'
import { docsPage } from '../../src/openapi/docs-page.tsx'
import { operationMethods } from '../../src/openapi/document.ts'
import { exampleRequest } from '../../src/openapi/example-request.ts'
import { renderPage } from '../../src/page/html-page.tsx'
import { plainFace } from '../../src/page/site-face.ts'
import { linesOfHtml } from '../recorded-lines.ts'
import { everyShape } from './every-shape.ts'
import { sampleDocument } from './sample-document.ts'

const documents = [everyShape, sampleDocument]

const pageOf = (document: typeof everyShape, language: 'en' | 'zh-CN'): string =>
  renderPage(
    docsPage(document, {
      language,
      theme: 'system',
      path: '/docs',
      site: plainFace,
      query: new URLSearchParams(),
    }),
  ).html

test('the documentation of each shape of an operation, body and field is as recorded', async () => {
  const english = documents.flatMap((document) => linesOfHtml(pageOf(document, 'en')))
  const known = new Set(english)
  const chinese = documents.flatMap((document) => linesOfHtml(pageOf(document, 'zh-CN')))
  const lines = [
    ...english,
    '',
    '# In Chinese, the lines that differ',
    ...chinese.filter((line) => !known.has(line)),
  ]
  await expectRecorded(new URL('./recorded-docs.txt', import.meta.url), lines)
})

test('the examples of each operation are as recorded', async () => {
  const lines = documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      operationMethods.flatMap((method) => {
        const operation = item[method]
        if (operation === undefined) return []
        const placed = { method, path, operation }
        const examples = [curlExample, javascriptExample, pythonExample].map((example) =>
          example(document, placed),
        )
        const { isFile, redirects, hasKey } = exampleRequest(document, placed)
        expect([isFile, redirects, hasKey].every((one) => typeof one === 'boolean')).toBe(true)
        return [
          '',
          `# ${method.toUpperCase()} ${path}`,
          ...examples.flatMap((example) => ['', ...example.split('\n')]),
        ]
      }),
    ),
  )
  await expectRecorded(new URL('./recorded-examples.txt', import.meta.url), lines)
})
