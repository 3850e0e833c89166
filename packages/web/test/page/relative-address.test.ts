import { expect, test } from 'bun:test'
import { relativeAddress } from '../../src/page/relative-address.ts'

test.each([
  ['/', '/'],
  ['/', '/docs'],
  ['/docs', '/'],
  ['/docs', '/openapi.json'],
  ['/p/:id', '/assets/a.js'],
  ['/a/b/c', '/?lang=en'],
])('seen from %s the relative address of %s leads there, under every prefix', (from, to) => {
  for (const prefix of ['', '/pictures', '/deep/er']) {
    const page = `https://example.org${prefix}${from.replace(':id', 'q2pbILL3FK6ylW')}`
    expect(new URL(relativeAddress(from, to), page).href).toBe(`https://example.org${prefix}${to}`)
  }
})
