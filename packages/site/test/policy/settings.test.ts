import { expect, test } from 'bun:test'
import { policyKeys, settingOf } from '../../src/policy/policy.ts'

test('every setting has a name, and each of its words, in both languages', () => {
  const words = policyKeys.flatMap((key) => {
    const { label, hint, kind, refuses } = settingOf(key)
    const choices = kind.control.as === 'choice' ? Object.values(kind.control.choices) : []
    return [label, hint, refuses?.label, ...choices].filter((one) => one !== undefined)
  })
  expect(words.length).toBeGreaterThan(2 * policyKeys.length)
  expect(
    words.filter(([english, chinese]) => /\p{Script=Han}/u.test(english) || chinese === english),
  ).toEqual([])
  expect(words.filter(([, chinese]) => !/\p{Script=Han}/u.test(chinese))).toEqual([])
})

test('each default, and the strictest value, is written as it is read', () => {
  for (const key of policyKeys) {
    const { kind, default: usual, strictest } = settingOf(key)
    expect([key, kind.read(kind.write(usual))]).toEqual([key, usual])
    // No type at all is in force for a damaged list alone.
    if (strictest === undefined || (Array.isArray(strictest) && strictest.length === 0)) continue
    expect([key, kind.read(kind.write(strictest))]).toEqual([key, strictest])
  }
})
