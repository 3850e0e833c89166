import { describe, expect, test } from 'bun:test'
import type { Limiter } from '../../src/access/limiter.ts'
import { type Subject, subjectKey } from '../../src/access/subject.ts'
import type { Semaphore } from '../../src/admission/semaphore.ts'
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

test('a text of one’s own is counted by no limit: it does not compile', () => {
  const own = String(parseAddress('192.0.2.1')?.text)
  const never = (limiter: Limiter, semaphore: Semaphore) => [
    // @ts-expect-error a text is nobody
    limiter.take(`sign-in from ${own}`, 1),
    // @ts-expect-error an act is one of those that are counted
    limiter.take({ act: `sign-in from ${own}`, by: { userId: own } }, 1),
    // @ts-expect-error a client has an address, not its text
    limiter.take({ act: 'sign-in', by: { address: own } }, 1),
    // @ts-expect-error a text is nobody
    semaphore.tryAcquire({ holder: own }),
    // @ts-expect-error a text is nobody
    semaphore.tryAcquire({ shares: [{ holder: own, most: 1 }] }),
  ]
  expect(never).toBeFunction()
})
