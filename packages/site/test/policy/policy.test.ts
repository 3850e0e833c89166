import { expect, test } from 'bun:test'
import { defaultPolicy, policyFrom, policyKeys, readPolicyValue } from '../../src/policy/policy.ts'

test('a new site has the policy as it ships', () => {
  expect(policyFrom(new Map())).toEqual(defaultPolicy)
  expect(defaultPolicy['upload.maxBytes']).toBe(20_971_520)
  expect(defaultPolicy['upload.metadata']).toBe('strip')
})

test('what an operator writes is read as it is meant', () => {
  expect(readPolicyValue('upload.types', 'image/png, JPG,webp,png')).toEqual([
    'image/png',
    'image/jpeg',
    'image/webp',
  ])
  expect(readPolicyValue('upload.maxBytes', '1000')).toBe(1000)
  expect(readPolicyValue('text.requestsPerMinute', '0')).toBe(0)
})

test('what a policy does not take is refused with its name', () => {
  const unfit: [Parameters<typeof readPolicyValue>[0], string][] = [
    ['upload.maxBytes', '0'],
    ['upload.maxBytes', '1e6'],
    ['upload.maxBytes', '20 XB'],
    ['upload.types', ''],
    ['upload.types', 'png,exe'],
    ['upload.dedupScope', 'world'],
    ['text.requestsPerMinute', '-1'],
    ['text.whitelistMode', 'maybe'],
    ['upload.metadata', 'all'],
  ]
  for (const [key, text] of unfit) expect(() => readPolicyValue(key, text)).toThrow(key)
})

test('a refusal says in a sentence of ours what is taken, with its range', () => {
  const refusals: [Parameters<typeof readPolicyValue>[0], string, string][] = [
    ['text.requestsPerMinute', '-1', 'must be a whole number from 0 to 1000000'],
    ['text.requestsPerMinute', '99999999999999999999', 'must be a whole number from 0 to 1000000'],
    ['upload.maxSide', '0', 'must be a whole number from 1 to 1000000'],
    ['upload.maxSide', '1000001', 'must be a whole number from 1 to 1000000'],
    ['upload.dedupScope', 'world', 'must be owner or site'],
    ['upload.metadata', 'all', 'must be strip, location or keep'],
    ['upload.types', 'exe,bmp', 'must be of jpeg, png, gif, webp, avif, svg'],
  ]
  for (const [key, text, message] of refusals) {
    expect(() => readPolicyValue(key, text)).toThrow(new RegExp(`^${key}: ${message}$`))
  }
})

test('a stored key that this version does not know is passed over', () => {
  expect(Object.keys(policyFrom(new Map([['from.the.future', '1']])))).toEqual(policyKeys)
})
