import { describe, expect, test } from 'bun:test'
import { type Subject, subjectKey } from '../../src/access/subject.ts'
import { parseAddress } from '../../src/network/address.ts'

describe('the client that limits count', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['64:ff9b:1::192.0.2.1', '64:ff9b:1::/64'],
    ['@', 'unknown'],
  ])('%s is %s', (text, key) => {
    expect<string>(subjectKey({ address: parseAddress(text) })).toBe(key)
  })
})

test('subjects that are not one have keys that differ', () => {
  const at = { address: parseAddress('192.0.2.1') }
  const id = '192.0.2.1'
  const subjects: Subject[] = [
    at,
    { address: undefined },
    { userId: id },
    { userId: id, at },
    { userId: id, at: { address: undefined } },
    { nameHash: id },
    { nameHash: id, at },
    { keyId: id },
  ]
  expect(new Set(subjects.map(subjectKey)).size).toBe(subjects.length)
})
