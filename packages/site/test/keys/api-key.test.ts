import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createApiKeySecret, hashSecret, isWellFormedApiKey } from '../../src/keys/key-gate.ts'
import { createSha256 } from './native-sha256.ts'

const site = { createSha256 }
const isWellFormed = (text: string) => isWellFormedApiKey(site, text)

test('a new key is letters, digits and an underscore, and no two are alike', () => {
  const keys = Array.from({ length: 1_000 }, () => createApiKeySecret(site))
  for (const key of keys) expect(key).toMatch(/^pgl_[0-9A-Za-z]{33}$/)
  expect(new Set(keys).size).toBe(1_000)
  expect(keys.every(isWellFormed)).toBe(true)
})

test('a key with one letter changed, dropped, added or swapped is not well formed', () => {
  fc.assert(
    fc.property(
      fc.nat(32),
      fc.constantFrom('change', 'drop', 'add', 'swap'),
      fc.nat(61),
      (at, slip, letter) => {
        const key = createApiKeySecret(site)
        const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
        const place = 4 + at
        const other = alphabet[letter] ?? '0'
        const slips = {
          change: key.slice(0, place) + other + key.slice(place + 1),
          drop: key.slice(0, place) + key.slice(place + 1),
          add: key.slice(0, place) + other + key.slice(place),
          swap: key.slice(0, place) + (key[place + 1] ?? '') + (key[place] ?? '') + key.slice(place + 2),
        }
        fc.pre(slips[slip] !== key)
        expect(isWellFormed(slips[slip])).toBe(false)
      },
    ),
  )
})

test('a key of earlier days stays well formed', () => {
  expect(isWellFormed('pgl_v3Ub001XuGlDkSZmAv8er46v4OB0OkuYl')).toBe(true)
})

test('what is kept of a key is its SHA-256', () => {
  expect(hashSecret(site, 'abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('nothing that is no key is well formed', () => {
  fc.assert(fc.property(fc.string(), (text) => expect(isWellFormed(text)).toBe(false)))
})
