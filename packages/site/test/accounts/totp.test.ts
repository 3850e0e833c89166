import { expect, test } from 'bun:test'
import { newTotpSecret, totpStep } from '../../src/accounts/second-factors.ts'

/** RFC 6238 appendix B, in SHA-1, of whose eight digits an authenticator shows the last six. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const
/** The ASCII text 12345678901234567890 as base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each(vectors)('at %d seconds the code of RFC 6238 is %s, and belongs to its step', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(totpStep(secret, code, seconds * 1_000)).toBe(step)
  expect(totpStep(secret, code, (step * 30 + 59) * 1_000)).toBe(step)
  expect(totpStep(secret, code, (step * 30 - 30) * 1_000)).toBe(step)
  expect(totpStep(secret, code, (step * 30 + 60) * 1_000)).toBeUndefined()
  expect(totpStep(secret, code, (step * 30 - 31) * 1_000)).toBeUndefined()
})

test('what is no code of six digits belongs to no step', () => {
  for (const text of ['', '28708', '0287082', '２８７０８２', 'abcdef', '287 082']) {
    expect(totpStep(secret, text, 59_000)).toBeUndefined()
  }
})

test('secrets are 160 bits, and no two are the same', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})
