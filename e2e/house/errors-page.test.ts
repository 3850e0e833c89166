import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { describeImagesApi } from '@pictoglyph/images/openapi'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { failures } from '@pictoglyph/site/language/failures'
import { textOpenApi } from '@pictoglyph/text'
import type { OpenApiDocument } from '@pictoglyph/web/openapi/document'
import { codesOf, describedFailures } from '@pictoglyph/web/openapi/error-responses'
import { clientCodes, clientCodesPath, errorsPagePath, withErrorTables } from './error-tables.ts'
import { codeRows, document, root } from './markdown.ts'

const old = 'is old: npm run openapi'

test('the page has every code with its status, cause and remedy, and no other', async () => {
  const { text } = await document(errorsPagePath)
  expect(text, `${errorsPagePath} ${old}`).toBe(withErrorTables(text))
  const codes = codeRows(text).map(([code = '']) => code)
  expect(codes.toSorted()).toEqual(Object.keys(failures).toSorted())
})

test('the client knows every code, and no other of the services', async () => {
  const source = await Bun.file(join(root, clientCodesPath)).text()
  expect(source, `${clientCodesPath} ${old}`).toBe(clientCodes())
})

test('the descriptions list the codes whose entries name their operations, and no other', () => {
  const images = describeImagesApi('http://localhost')
  const { '/api/v1/upload': upload, ...links } = images.paths
  const codes = (operation: Parameters<typeof describedFailures>[0]) =>
    describedFailures(operation)
      .map(({ facts }) => facts.code)
      .toSorted()
  expect(describedCodes({ ...images, paths: { upload: upload! } })).toEqual(codes('upload'))
  expect(describedCodes({ ...images, paths: links })).toEqual(codes('links'))
  expect(describedCodes(textOpenApi('http://localhost'))).toEqual(codes('text'))
})

/** Those of the failures, which are not the readiness check's. */
function describedCodes({ paths }: OpenApiDocument): FailureFacts['code'][] {
  const found = new Set<FailureFacts['code']>()
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const code of Object.values(operation.responses).flatMap(codesOf)) {
      if (code !== 'NOT_READY') found.add(code as FailureFacts['code'])
    }
  }
  return [...found].toSorted()
}
