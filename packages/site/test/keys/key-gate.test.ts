import { expect, test } from 'bun:test'
import type { Limiter } from '../../src/access/limiter.ts'
import { createApiKeySecret, createKeyGate, hashSecret } from '../../src/keys/key-gate.ts'
import type { KeyHolder } from '../../src/keys/key-rows.ts'
import type { ApiKey, User } from '../../src/language/records.ts'
import { parseAddress } from '../../src/network/address.ts'
import { createSha256 } from './native-sha256.ts'

const site = { createSha256 }

const user: User = {
  id: 'u',
  name: 'u',
  role: 'member',
  passwordHash: '',
  createdAtMs: 0,
  hasGeneratedPassword: false,
  hasCommandPassword: false,
  disabledAtMs: null,
  quotaBytes: null,
  displayName: '',
}

const keyOf = (secret: string): ApiKey => ({
  id: 'k',
  userId: 'u',
  name: '',
  secretHash: hashSecret(site, secret),
  permissions: [],
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
  lastUsedAtMs: null,
  lastUsedAddress: null,
  newNetwork: null,
  uploadsPerMinute: null,
  imageLifetimeMs: null,
  maxUploads: null,
  uploads: 0,
  isGuestLink: false,
  isNameShown: false,
  defaultCategoryId: null,
  clientKind: 'standard',
  binding: {},
})

/**
 * A gate in front of one good key, and of those made since, with a count of the look-ups that it made.
 * @param windowMs the remainder of the limiter's window at each refusal
 */
function gate(triesAllowed: number, windowMs = 60_000) {
  const holders = new Map<string, KeyHolder>()
  const grant = (secret: string) => {
    const key = keyOf(secret)
    holders.set(key.secretHash, { key, user })
    return `Bearer ${secret}`
  }
  let nowMs = 1_000
  /** How far the clock of the machine is ahead of the time that passes. */
  let aheadMs = 0
  const clock = () => nowMs + aheadMs
  let lookUps = 0
  let tries = 0
  const limiter: Limiter = {
    take: () => {
      tries += 1
      if (tries <= triesAllowed) return { accepted: true, remaining: 0, resetAtMs: clock() }
      return { accepted: false, resetAtMs: clock() + windowMs }
    },
    limited: () => 0,
    close: () => {},
  }
  const keys = {
    async bySecretHash(hash: string) {
      lookUps += 1
      return holders.get(hash)
    },
  }
  const { admit } = createKeyGate({ keys, createSha256, limiter, clock, now: () => nowMs })
  return {
    good: grant(createApiKeySecret(site)),
    anotherGood: () => grant(createApiKeySecret(site)),
    lookUps: () => lookUps,
    pass: (ms: number) => {
      nowMs += ms
    },
    setAhead: (ms: number) => {
      aheadMs = ms
    },
    isAdmitted: (authorization: string | null, address: string) =>
      admit(authorization, parseAddress(address)).then(
        () => true,
        () => false,
      ),
  }
}

const unknown = () => `Bearer ${createApiKeySecret(site)}`

test('a good key is admitted, whatever the case of the scheme', async () => {
  const { good, isAdmitted } = gate(9)
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
  expect(await isAdmitted(good.replace('Bearer', 'bearer'), '192.0.2.1')).toBe(true)
  expect(await isAdmitted(null, '192.0.2.1')).toBe(false)
  expect(await isAdmitted(good.replace('Bearer', 'Basic'), '192.0.2.1')).toBe(false)
})

test('a malformed key is refused without a look into the database', async () => {
  const { isAdmitted, lookUps } = gate(9)
  expect(await isAdmitted('Bearer nonsense', '192.0.2.1')).toBe(false)
  expect(lookUps()).toBe(0)
})

test('an address that guesses is refused without a look-up, until its time is over', async () => {
  const { isAdmitted, lookUps, pass } = gate(2)
  for (let tries = 0; tries < 3; tries += 1) await isAdmitted(unknown(), '192.0.2.1')
  expect(lookUps()).toBe(3)
  await isAdmitted(unknown(), '192.0.2.1')
  expect(lookUps()).toBe(3)
  pass(60_000)
  await isAdmitted(unknown(), '192.0.2.1')
  expect(lookUps()).toBe(4)
})

test.each([
  [1, 1],
  [20_000, 20_000],
  [59_999, 59_999],
  [60_000, 60_000],
  [60_001, 60_000],
])('who guesses with %d ms left of the limiter’s window waits %d ms', async (windowMs, waitMs) => {
  const { anotherGood, isAdmitted, pass } = gate(0, windowMs)
  await isAdmitted(unknown(), '192.0.2.1')
  pass(waitMs - 1)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(false)
  pass(1)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(true)
})

test('guessing from one address keeps no key out that was good before, and no other address', async () => {
  const { good, anotherGood, isAdmitted } = gate(1)
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
  for (let tries = 0; tries < 3; tries += 1) await isAdmitted(unknown(), '192.0.2.1')
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(false)
  expect(await isAdmitted(anotherGood(), '192.0.2.2')).toBe(true)
})

test('who guesses is a /64, and the next /64 is somebody else', async () => {
  const { anotherGood, isAdmitted } = gate(1)
  for (const host of ['1', '2', '3']) await isAdmitted(unknown(), `2001:db8:0:1::${host}`)
  expect(await isAdmitted(anotherGood(), '2001:db8:0:1:ffff::4')).toBe(false)
  expect(await isAdmitted(anotherGood(), '2001:db8:0:2::1')).toBe(true)
})

test('guessing keeps no key out that is in constant use, but one that 10,000 others were good since', async () => {
  const { good, anotherGood, isAdmitted } = gate(0)
  const goodOnce = anotherGood()
  for (const key of [goodOnce, good]) expect(await isAdmitted(key, '192.0.2.1')).toBe(true)
  for (let others = 0; others < 10_000; others += 1) {
    await isAdmitted(anotherGood(), '192.0.2.2')
    if (others % 1_000 === 500) await isAdmitted(good, '192.0.2.1')
  }
  await isAdmitted(unknown(), '192.0.2.1')
  for (const key of [anotherGood(), goodOnce]) expect(await isAdmitted(key, '192.0.2.1')).toBe(false)
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
})

test('what can not be a key is no guess: however much of it an address sends, its new keys are admitted', async () => {
  const { good, isAdmitted } = gate(0)
  for (const none of [null, 'Bearer nonsense', 'Basic YTpi']) await isAdmitted(none, '192.0.2.1')
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
})

test('a program that repeats a key which has ended is one guess a second, and asks the database as often', async () => {
  const { good, isAdmitted, lookUps, pass } = gate(2)
  const ended = unknown()
  for (let tries = 0; tries < 50; tries += 1) await isAdmitted(ended, '192.0.2.1')
  expect(lookUps()).toBe(1)
  pass(1_000)
  await isAdmitted(ended, '192.0.2.1')
  expect(lookUps()).toBe(2)
  expect(await isAdmitted(good, '192.0.2.1')).toBe(true)
})

test('what was refused while the clock was ahead by a day waits for its own time, and no longer', async () => {
  const { anotherGood, isAdmitted, lookUps, pass, setAhead } = gate(1)
  const later = createApiKeySecret(site)
  setAhead(24 * 60 * 60_000)
  for (const secret of [unknown(), `Bearer ${later}`, unknown()]) await isAdmitted(secret, '192.0.2.1')
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(false)
  setAhead(0)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(false)
  pass(60_000)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(true)
  const before = lookUps()
  await isAdmitted(`Bearer ${later}`, '192.0.2.1')
  expect(lookUps()).toBe(before + 1)
})

test('an address that guesses waits a minute at most, whatever time the limiter has', async () => {
  const { anotherGood, isAdmitted, pass, setAhead } = gate(0)
  setAhead(24 * 60 * 60_000)
  const trying = isAdmitted(unknown(), '192.0.2.1')
  await trying
  setAhead(-24 * 60 * 60_000)
  pass(60_000)
  expect(await isAdmitted(anotherGood(), '192.0.2.1')).toBe(true)
})
