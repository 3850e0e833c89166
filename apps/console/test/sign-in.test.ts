import { expect, test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createSignIn } from '@pictoglyph/site/accounts/sign-in'
import { setUserDisabled, setUserPassword } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { Failure } from '@pictoglyph/site/language/failure'
import type { User } from '@pictoglyph/site/language/records'
import { parseAddress } from '@pictoglyph/site/network/address'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000

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
  await using testConsole = await startConsole()
  await testConsole.addMember('Zoë')
  const tryAs = signingIn(testConsole)
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
  await using testConsole = await startConsole()
  const tryAs = signingIn(testConsole)
  for (const name of ['a\0b', 'a\ud800', 'a'.repeat(100_000), '']) {
    expect(await tryAs(name, 'wrong', '192.0.2.1')).toBe('wrong')
  }
})

test('strangers who guess do not keep an account’s holder out, where the holder has signed in before', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('kim')
  const tryAs = signingIn(testConsole)
  expect(await tryAs('kim', memberPassword, '2001:db8:1:2::3')).toBe('begun')
  await wearOut(tryAs, 'kim')
  expect(await tryAs('kim', memberPassword, '198.51.100.1')).toBe('held')
  expect(await tryAs('KIM', memberPassword, '2001:db8:1:2::4')).toBe('begun')
  expect(await tryAs('kim', memberPassword, '2001:db8:1:3::3')).toBe('held')
})

test('an address from which the holder signs in has ten tries for the account, and twenty in all', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('kim')
  await testConsole.addMember('lee')
  const tryAs = signingIn(testConsole)
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('begun')
  const outcomes: Outcome[] = []
  for (let index = 0; index < 11; index++) outcomes.push(await tryAs('kim', 'wrong', '192.0.2.200'))
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'wrong' as const), 'held'])
  for (let index = 0; index < 8; index++)
    expect(await tryAs(`nobody ${index}`, 'wrong', '192.0.2.200')).toBe('wrong')
  expect(await tryAs('lee', memberPassword, '192.0.2.200')).toBe('held')
  expect(await tryAs('kim', 'wrong', '192.0.2.201')).toBe('wrong')
})

test('an address is the holder’s for 90 days, for the account alone, and after signing out too', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const kim = await testConsole.addMember('kim')
  await testConsole.addMember('lee')
  const tryAs = signingIn(testConsole)
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('begun')
  await testConsole.site.database.sessions.removeOthers(kim.id, null)
  await wearOut(tryAs, 'kim')
  await wearOut(tryAs, 'lee')
  expect(await tryAs('lee', memberPassword, '192.0.2.200')).toBe('held')
  nowMs += 90 * dayMs
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('begun')
  nowMs += 90 * dayMs + 1
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('held')
})

const meanwhile: { what: string; change: (testConsole: ConsoleUnderTest, user: User) => Promise<void> }[] = [
  {
    what: 'the password is changed',
    change: ({ site }, user) =>
      setUserPassword(site, commandActor, user, {
        password: 'another long one',
        isGenerated: false,
        keptTokenHash: null,
      }),
  },
  {
    what: 'the account is disabled',
    change: ({ site }, user) => setUserDisabled(site, commandActor, user, true),
  },
]

test.each(meanwhile)('no session begins where $what while the password is verified', async ({ change }) => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const kim = await testConsole.addMember('kim')
  async function verify(...[password, hash]: Parameters<typeof site.passwords.verify>): Promise<boolean> {
    const isRight = await site.passwords.verify(password, hash)
    await change(testConsole, kim)
    return isRight
  }
  const changing = { ...testConsole, site: { ...site, passwords: { ...site.passwords, verify } } }
  expect(await signingIn(changing)('kim', memberPassword, '192.0.2.1')).toBe('wrong')
  expect(await site.database.sessions.list(kim.id)).toEqual([])
})

/** Guesses from many addresses until the account's count is full. */
async function wearOut(tryAs: ReturnType<typeof signingIn>, name: string): Promise<void> {
  const outcomes: Outcome[] = []
  for (let index = 0; index < 12; index++) outcomes.push(await tryAs(name, 'wrong', `203.0.113.${index}`))
  expect(outcomes.slice(-2)).toEqual(['held', 'held'])
}

test('strangers who guess all at once are held, and keep nobody out who has signed in there before', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('kim')
  const tryAs = signingIn(testConsole)
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('begun')
  const strangers = Array.from({ length: 60 }, (_, index) =>
    tryAs(`nobody ${index}`, 'x', `2001:db8:${index}::1`),
  )
  expect(await tryAs('kim', memberPassword, '192.0.2.200')).toBe('begun')
  const outcomes = await Promise.all(strangers)
  expect(outcomes.filter((outcome) => outcome === 'wrong').length).toBeGreaterThanOrEqual(16)
  expect(outcomes).toContain('held')
  expect(await tryAs('nobody', 'x', '2001:db8:99::1')).toBe('wrong')
})

test('a password that could not be hashed once keeps nobody out after that', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('Ann')
  const { passwords } = testConsole.site
  let hashed = 0
  const hash = (password: string) => {
    hashed += 1
    return hashed === 1 ? Promise.reject(new Error('no memory')) : passwords.hash(password)
  }
  const site = { ...testConsole.site, passwords: { ...passwords, hash } }
  const tryAs = signingIn({ ...testConsole, site })
  await expect(tryAs('Ann', memberPassword, '192.0.2.1')).rejects.toThrow('no memory')
  expect(await tryAs('Ann', memberPassword, '192.0.2.1')).toBe('begun')
  expect(await tryAs('nobody', 'wrong', '192.0.2.1')).toBe('wrong')
  expect(hashed).toBe(2)
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) Version/16.6 Mobile/15E148 Safari/604.1', 'Safari, iPadOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.4 Safari/605.1.15', 'Safari, macOS'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/137.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0', 'Opera, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:139.0) Gecko/20100101 Firefox/139.0', 'Firefox, Windows'],
  ['curl/8.14.1', 'curl'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'Unknown browser'],
])('a session is named after its browser: %s', async (userAgent, name) => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const signIn = createSignIn({ site: testConsole.site, limiter: createMemoryLimiter() })
  const attempt = { name: 'kim', password: memberPassword, address: parseAddress('192.0.2.1'), userAgent }
  expect(await signIn(attempt)).toBeDefined()
  const page = await (await visitor.get('/account')).text()
  expect(page).toContain(`<strong>${name}</strong>`)
})
