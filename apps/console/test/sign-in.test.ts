import { expect, test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/adapters/limiter/memory'
import { createSignIn, Failure, parseAddress } from '@pictoglyph/core'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'

type Outcome = 'begun' | 'wrong' | 'held'

/** Tries to sign in to a console's site, each from an address of one's choice. */
function signingIn({ site }: ConsoleUnderTest) {
  const signIn = createSignIn({ site, limiter: createMemoryLimiter() })
  return async (name: string, password: string, from: string): Promise<Outcome> => {
    const attempt = { name, password, address: parseAddress(from), userAgent: '' }
    try {
      return (await signIn(attempt)) === undefined ? 'wrong' : 'begun'
    } catch (error) {
      if (error instanceof Failure && error.code === 'RATE_LIMITED') return 'held'
      throw error
    }
  }
}

test('tries for an account count together, however its name is written', async () => {
  await using console_ = await startConsole()
  await console_.addMember('Zoë')
  const tryAs = signingIn(console_)
  const written = [
    'Zoë',
    ' ZOË',
    'zoe\u0308',
    'Zoë\u3000',
    '\ufeffZoë',
    '\u2003Zoë\n',
    ...Array.from({ length: 14 }, (_, index) => `Zoë${' '.repeat(index + 1)}`),
  ]
  const outcomes: Outcome[] = []
  for (const [index, name] of written.entries()) outcomes.push(await tryAs(name, 'wrong', `192.0.2.${index}`))
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
  expect(new Set(outcomes.slice(10))).toEqual(new Set(['held']))
  expect(await tryAs('zoe\u0308\u3000', memberPassword, '192.0.2.99')).toBe('held')
})

test('a name with a NUL character, an unpaired surrogate or no end is wrong like any other', async () => {
  await using console_ = await startConsole()
  const tryAs = signingIn(console_)
  for (const name of ['a\0b', 'a\ud800', 'a'.repeat(100_000), '']) {
    expect(await tryAs(name, 'wrong', '192.0.2.1')).toBe('wrong')
  }
})
