import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { errorStatus } from '@pictoglyph/http'
import { codeRows, document, root } from './markdown.ts'

const page = await document('docs/errors.md')
const rows = codeRows(page.text).map(([code = '', status, , , again]) => ({
  code,
  status: Number(status),
  again,
}))

test('the page has each code once', () => {
  expect(rows.map(({ code }) => code)).toEqual([...new Set(rows.map(({ code }) => code))])
})

test('the page has every code of the registry, with its status, and no other', () => {
  expect(Object.fromEntries(rows.map(({ code, status }) => [code, status]))).toEqual(errorStatus)
})

test('the table of statuses has every code that the domain throws, and no other', async () => {
  const registry = await Bun.file(join(root, 'packages/core/src/failure.ts')).text()
  const codes = [...registry.matchAll(/\{ code: '([A-Z_]+)'/g)].map(([, code]) => code)
  expect(codes.toSorted()).toEqual(Object.keys(errorStatus).toSorted())
})

test('the page says to try again where the status does', () => {
  for (const { code, status, again } of rows) {
    expect([code, again]).toEqual([code, status === 429 || status >= 500 ? 'yes' : 'no'])
  }
})
