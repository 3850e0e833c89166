import { expect, test } from 'bun:test'
import { securityEventNames } from '@pictoglyph/http'
import { codeRows, document, section } from './markdown.ts'

const page = await document('docs/security.md')

test('the security page has every security event, and no other', () => {
  const told = codeRows(section(page, 'Security events')).map(([name]) => name)
  expect(told).toEqual([...securityEventNames])
})
