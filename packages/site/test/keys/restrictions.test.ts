import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ChangeableKey, isWider } from '../../src/keys/restrictions.ts'
import type { KeyBinding } from '../../src/language/records.ts'
import { parseAddress } from '../../src/network/address.ts'
import { parseCidr } from '../../src/network/cidr.ts'
import { createNetworkSet } from '../../src/network/network-set.ts'

const bound = fc.option(fc.integer({ min: 1, max: 4 }))
const some = <T extends string>(...from: T[]) => fc.option(fc.subarray(from), { nil: undefined })

const keys: fc.Arbitrary<ChangeableKey> = fc
  .record({
    expiresAtMs: bound,
    uploadsPerMinute: bound,
    maxUploads: bound,
    imageLifetimeMs: bound,
    maxBytes: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    categoryIds: some('cats', 'dogs'),
    albumIds: some('home', 'travel'),
    types: some('image/png', 'image/gif'),
    linkNames: some('logo', 'banner'),
    networks: some('10.0.0.0/8', '10.1.0.0/16', '10.1.2.3/32', '2001:db8::/32'),
  })
  .map(({ expiresAtMs, uploadsPerMinute, maxUploads, imageLifetimeMs, ...lists }) => {
    const given = Object.entries(lists).filter(([, value]) => value !== undefined)
    const binding: KeyBinding = Object.fromEntries(given)
    return { name: 'key', expiresAtMs, uploadsPerMinute, maxUploads, imageLifetimeMs, binding }
  })

const uses = fc.record({
  /** How much of a bound is asked for. */
  much: fc.integer({ min: 1, max: 5 }),
  categoryId: fc.constantFrom('cats', 'dogs'),
  albumId: fc.constantFrom('home', 'travel'),
  type: fc.constantFrom('image/png' as const, 'image/gif' as const),
  linkName: fc.constantFrom('logo', 'banner', undefined),
  address: fc.constantFrom('10.1.2.3', '10.1.9.9', '10.9.9.9', '2001:db8::1', '192.0.2.1'),
})

/** What a key allows, said once more and simply. */
function allows(key: ChangeableKey, use: typeof uses extends fc.Arbitrary<infer Use> ? Use : never): boolean {
  const { binding } = key
  const bounds = [
    key.expiresAtMs,
    key.uploadsPerMinute,
    key.maxUploads,
    key.imageLifetimeMs,
    binding.maxBytes,
  ].map((one) => one ?? Number.POSITIVE_INFINITY)
  const address = parseAddress(use.address)
  const networks = binding.networks && createNetworkSet(binding.networks.map(parseCidr))
  return (
    bounds.every((one) => use.much <= one) &&
    (binding.categoryIds?.includes(use.categoryId) ?? true) &&
    (binding.albumIds?.includes(use.albumId) ?? true) &&
    (binding.types?.includes(use.type) ?? true) &&
    (use.linkName === undefined || (binding.linkNames?.includes(use.linkName) ?? false)) &&
    (networks === undefined || (address !== undefined && networks.has(address)))
  )
}

test('a key that is not wider allows nothing that it did not allow before', () => {
  fc.assert(
    fc.property(keys, keys, uses, (before, after, use) => {
      if (allows(after, use) && !allows(before, use)) expect(isWider(before, after)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('a key is not wider than itself, than one without bounds, or than one of which it has a part', () => {
  const free: ChangeableKey = {
    name: '',
    expiresAtMs: null,
    uploadsPerMinute: null,
    maxUploads: null,
    imageLifetimeMs: null,
    binding: { linkNames: ['logo', 'banner'] },
  }
  fc.assert(
    fc.property(keys, (key) => {
      expect([isWider(key, key), isWider(free, key)]).toEqual([false, false])
    }),
  )
  const bound = (binding: KeyBinding) => ({ ...free, binding })
  expect(isWider(bound({ networks: ['10.0.0.0/8'] }), bound({ networks: ['10.1.0.0/16'] }))).toBe(false)
  expect(isWider(bound({ networks: ['10.1.0.0/16'] }), bound({ networks: ['10.0.0.0/8'] }))).toBe(true)
  expect(isWider(bound({ categoryIds: ['a', 'b'] }), bound({ categoryIds: ['b'] }))).toBe(false)
  expect(isWider(bound({ categoryIds: ['a'] }), bound({}))).toBe(true)
  expect(isWider(bound({ linkNames: ['a'] }), bound({}))).toBe(false)
  expect(isWider(bound({}), bound({ linkNames: ['a'] }))).toBe(true)
})
