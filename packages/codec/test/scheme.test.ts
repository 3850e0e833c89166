import { expect, test } from 'bun:test'
import { algorithmTypes, schemeOf, typeOf, variantOf, variantsOf } from '../src/scheme.ts'

test('the scheme of every type and variant tells both', () => {
  for (const type of algorithmTypes) {
    for (const variant of variantsOf[type]) {
      const scheme = schemeOf(type, variant)
      expect([typeOf(scheme), variantOf(scheme)]).toEqual([type, variant])
    }
  }
})

test('the first variant is the default', () => {
  for (const type of algorithmTypes) expect(schemeOf(type)).toEqual(schemeOf(type, variantsOf[type][0]))
})
