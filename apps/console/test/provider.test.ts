import { expect, test } from 'bun:test'
import { setUserDisabled, setUserPassword } from '@pictoglyph/site/accounts/users'
import type { PolicyKey } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { freePort } from '@pictoglyph/web/test/free-port'
import type { JWTPayload } from 'jose'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { type ProviderUnderTest, startProvider, type Tampering } from './support/provider-under-test.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

const actor = { name: 'olga', userId: 'olga', address: 'local' }

interface Opened extends AsyncDisposable {
  testConsole: ConsoleUnderTest
  provider: ProviderUnderTest
  set(key: PolicyKey, value: string): Promise<void>
}

async function open(adminGroup?: string, clock: () => number = Date.now, now = clock): Promise<Opened> {
  await using opened = new AsyncDisposableStack()
  const port = await freePort()
  const provider = opened.use(await startProvider(`http://localhost:${port}/sign-in/provider/callback`))
  const testConsole = opened.use(
    await startConsole({ port, clock, now, provider: { ...provider.settings, adminGroup } }),
  )
  const held = opened.move()
  return {
    testConsole,
    provider,
    async set(key, value) {
      await setPolicy(testConsole.site, actor, key, value)
      await testConsole.refresh()
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Goes through the provider's pages as a person does, to the address that leads back to the console. */
async function passProvider(visitor: Visitor, login: string): Promise<string> {
  const begun = await visitor.get('/sign-in/provider?return=/albums')
  expect(begun.status).toBe(303)
  let address = begun.headers.get('Location') ?? ''
  const cookies = new Map<string, string>()
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: form }),
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const next = answer.headers.get('Location')
    if (next !== null) {
      address = new URL(next, address).href
      form = undefined
      if (address.includes('/sign-in/provider/callback')) return address
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(`the provider answers ${answer.status}: ${page.slice(0, 500)}`)
    address = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', address).href
    form = new URLSearchParams({ prompt, login, password: 'x' })
  }
  throw new Error('the provider leads round and round')
}

const pathOf = (address: string): string => address.slice(new URL(address).origin.length)

async function signIn(testConsole: ConsoleUnderTest, login: string, visitor = createVisitor(testConsole)) {
  const answer = await visitor.get(pathOf(await passProvider(visitor, login)))
  return { visitor, target: answer.headers.get('Location') }
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/images')).status === 200

test('whom the provider knows is signed in, and is the same user at every sign-in', async () => {
  await using opened = await open()
  const { testConsole } = opened
  await opened.set('console.providerAccounts', 'on')
  const first = await signIn(testConsole, 'kim')
  expect([first.target, await isSignedIn(first.visitor)]).toEqual(['/albums', true])
  const again = await signIn(testConsole, 'kim')
  const other = await signIn(testConsole, 'lee')
  expect([await isSignedIn(again.visitor), await isSignedIn(other.visitor)]).toEqual([true, true])
  const users = await testConsole.site.database.users.list()
  expect(users.map(({ name, role }) => [name, role])).toEqual([
    ['admin', 'admin'],
    ['kim of the company', 'member'],
    ['lee of the company', 'member'],
  ])
})

test('without the policy no account is made, and a name that somebody has gives nobody their account', async () => {
  await using opened = await open()
  const { testConsole } = opened
  const refused = await signIn(testConsole, 'kim')
  expect([refused.target, await isSignedIn(refused.visitor)]).toEqual(['/sign-in', false])
  expect(testConsole.events).toEqual([{ event: 'signin.failed', user: undefined }])
  const there = await testConsole.addMember('kim of the company', 'admin')
  await opened.set('console.providerAccounts', 'on')
  await signIn(testConsole, 'kim')
  const users = await testConsole.site.database.users.list()
  expect(users.map(({ name }) => name)).toContain('kim of the company 2')
  expect(await testConsole.site.database.sessions.list(there.id)).toEqual([])
})

test('the group of administrators gives the role and takes it, and a disabled account stays out', async () => {
  await using opened = await open('keepers')
  const { testConsole, provider } = opened
  await opened.set('console.providerAccounts', 'on')
  provider.tamper = { claims: { groups: ['others', 'keepers'] } }
  const { visitor } = await signIn(testConsole, 'kim')
  expect((await visitor.get('/users')).status).toBe(200)
  provider.tamper = { claims: { groups: ['others'] } }
  const later = await signIn(testConsole, 'kim')
  expect(testConsole.events).toContainEqual({ event: 'role.changed', user: 'kim of the company' })
  expect((await later.visitor.get('/users')).status).toBe(403)
  const kim = await testConsole.site.database.users.byName('kim of the company')
  if (kim === undefined) throw new Error('there is no kim')
  await setUserDisabled(testConsole.site, actor, kim, true)
  expect(await isSignedIn((await signIn(testConsole, 'kim')).visitor)).toBe(false)
})

const hourMs = 60 * 60 * 1000
const wrong: { what: string; tampering: Tampering }[] = [
  { what: 'the nonce of another sign-in', tampering: { claims: { nonce: 'another' } } },
  { what: 'no nonce', tampering: { claims: { nonce: undefined } as JWTPayload } },
  { what: 'an empty subject', tampering: { claims: { sub: '' } } },
  { what: 'a blank subject', tampering: { claims: { sub: ' ' } } },
  { what: 'another audience', tampering: { claims: { aud: 'another client' } } },
  { what: 'another issuer', tampering: { claims: { iss: 'http://localhost:1' } } },
  {
    what: 'an end that has passed',
    tampering: { claims: { exp: Math.floor((Date.now() - hourMs) / 1_000) } },
  },
  { what: 'the secret as its key', tampering: { alg: 'HS256' } },
  { what: 'another algorithm', tampering: { alg: 'ES256' } },
  { what: 'a key that is not published', tampering: { strangeKey: true } },
]

test.each(wrong)('an ID token with $what signs nobody in, and makes no account', async ({ tampering }) => {
  await using opened = await open()
  const { testConsole, provider } = opened
  await opened.set('console.providerAccounts', 'on')
  expect(await isSignedIn((await signIn(testConsole, 'lee')).visitor)).toBe(true)
  provider.tamper = tampering
  expect(testConsole.warnings).toEqual([])
  const { visitor, target } = await signIn(testConsole, 'kim')
  expect(await (await visitor.get('/sign-in')).text()).toContain('That sign-in did not work.')
  expect([target, await isSignedIn(visitor)]).toEqual(['/sign-in', false])
  expect(testConsole.events.map(({ event }) => event)).toEqual(['signin.succeeded', 'signin.failed'])
  expect(await testConsole.site.database.users.byName('kim of the company')).toBeUndefined()
})

test.each(['\u0430dmin', 'ki\u200bm', 'a\nb', 'x'.repeat(80)])(
  'where no account may be called as the provider says (%p), another name is made up',
  async (name) => {
    await using opened = await open()
    const { testConsole, provider } = opened
    await opened.set('console.providerAccounts', 'on')
    provider.tamper = { claims: { preferred_username: name } }
    expect(await isSignedIn((await signIn(testConsole, 'kim')).visitor)).toBe(true)
    const users = await testConsole.site.database.users.list()
    expect(users.map((user) => user.name)).toEqual(['admin', expect.stringMatching(/^person-\w{8}$/)])
  },
)

test.each([
  { says: 'nothing', claims: {}, isEnough: false },
  { says: 'amr pwd', claims: { amr: ['pwd'] }, isEnough: false },
  { says: 'amr mfa', claims: { amr: ['pwd', 'mfa'] }, isEnough: true },
  { says: 'acr phr', claims: { acr: 'phr' }, isEnough: true },
])(
  'where everybody must have a second factor, a provider that says $says is enough: $isEnough',
  async ({ claims, isEnough }) => {
    await using opened = await open('keepers')
    const { testConsole, provider } = opened
    await opened.set('console.providerAccounts', 'on')
    await opened.set('console.secondFactor', 'all')
    provider.tamper = { claims: { ...claims, groups: ['keepers'] } }
    const { visitor } = await signIn(testConsole, 'kim')
    const answer = await visitor.get('/users')
    expect(answer.headers.get('Location')).toBe(isEnough ? null : '/account/second-factor')
    expect(answer.status).toBe(isEnough ? 200 : 303)
  },
)

test('what came back is good once, and in the browser that began it', async () => {
  await using opened = await open()
  const { testConsole } = opened
  await opened.set('console.providerAccounts', 'on')
  const visitor = createVisitor(testConsole)
  const address = pathOf(await passProvider(visitor, 'kim'))
  const flow = visitor.cookies.get('provider') ?? ''
  const stranger = createVisitor(testConsole)
  await stranger.get(address)
  expect(await isSignedIn(stranger)).toBe(false)
  const begun = createVisitor(testConsole)
  await begun.get('/sign-in/provider')
  await begun.get(address)
  expect(await isSignedIn(begun)).toBe(false)
  await visitor.get(address)
  expect([await isSignedIn(visitor), visitor.cookies.has('provider')]).toEqual([true, false])
  const replayed = createVisitor(testConsole)
  replayed.cookies.set('provider', flow)
  await replayed.get(address)
  expect(await isSignedIn(replayed)).toBe(false)
})

test('nobody has the site ask the provider without end', async () => {
  await using opened = await open()
  const { testConsole } = opened
  const statuses: number[] = []
  for (let index = 0; index < 21; index++) {
    statuses.push((await createVisitor(testConsole).get('/sign-in/provider')).status)
  }
  expect(statuses).toEqual([...Array(20).fill(303), 429])
  expect(testConsole.events).toEqual([{ event: 'signin.throttled', user: undefined }])
})

test('what a stranger sends back asks the provider nothing, and is logged nowhere', async () => {
  await using opened = await open()
  const { testConsole, provider } = opened
  const begun = createVisitor(testConsole)
  await begun.get('/sign-in/provider')
  const sealed = begun.cookies.get('provider') ?? ''
  const forged = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), return: '/' }
  const cookies = [
    'nonsense',
    Buffer.from(JSON.stringify(forged)).toString('base64url'),
    `${sealed.slice(0, -4)}AAAA`,
    sealed,
  ]
  const before = [...provider.asked]
  for (const [index, cookie] of cookies.entries()) {
    const stranger = createVisitor(testConsole)
    stranger.cookies.set('provider', cookie)
    const answer = await stranger.get(`/sign-in/provider/callback?state=s&code=${index}`)
    expect(answer.headers.get('Location')).toBe('/sign-in')
  }
  const wrongState = await begun.get('/sign-in/provider/callback?state=another&code=x')
  expect(wrongState.headers.get('Location')).toBe('/sign-in')
  expect(provider.asked).toEqual(before)
  expect(testConsole.warnings).toEqual([])
})

test('coming back is throttled by address, and a flow is over after ten minutes', async () => {
  const clock = { nowMs: Date.now() }
  await using opened = await open(undefined, () => clock.nowMs)
  const { testConsole, provider } = opened
  const begun = createVisitor(testConsole)
  const address = pathOf(await passProvider(begun, 'kim'))
  const flow = begun.cookies.get('provider') ?? ''
  const before = provider.asked.length
  clock.nowMs += 10 * 60_000
  expect((await begun.get(address)).headers.get('Location')).toBe('/sign-in')
  expect(provider.asked).toHaveLength(before)
  const statuses: number[] = []
  for (let index = 0; index < 20; index++) {
    begun.cookies.set('provider', flow)
    statuses.push((await begun.get(address)).status)
  }
  expect(statuses).toEqual([...Array(19).fill(303), 429])
  expect(testConsole.events.at(-1)?.event).toBe('signin.throttled')
})

test('the provider is asked about itself once in minutes, by however many at once', async () => {
  const clock = { nowMs: Date.now() }
  await using opened = await open(undefined, () => clock.nowMs)
  const { testConsole, provider } = opened
  const discoveries = () => provider.asked.filter((path) => path.includes('/.well-known/')).length
  const begin = () => createVisitor(testConsole).get('/sign-in/provider')
  await Promise.all(Array.from({ length: 8 }, begin))
  await begin()
  expect(discoveries()).toBe(1)
  clock.nowMs += 5 * 60_000
  await Promise.all([begin(), begin()])
  expect(discoveries()).toBe(2)
})

test('a provider that is gone is asked again after some seconds, and the log says it briefly', async () => {
  const clock = { nowMs: Date.now() }
  await using opened = await open(undefined, () => clock.nowMs)
  const { testConsole, provider } = opened
  provider.isBroken = true
  const begin = () => createVisitor(testConsole).get('/sign-in/provider')
  await Promise.all(Array.from({ length: 5 }, begin))
  await begin()
  expect(provider.asked).toHaveLength(1)
  expect(testConsole.warnings).toHaveLength(1)
  expect(testConsole.warnings[0]).toMatchObject({ service: 'console', reason: 'unreachable' })
  expect(JSON.stringify(testConsole.warnings)).not.toContain('stack')
  provider.isBroken = false
  expect((await begin()).headers.get('Location')).toBe('/sign-in')
  clock.nowMs += 10_000
  expect((await begin()).headers.get('Location')).toStartWith(provider.settings.issuer)
})

test('a provider that was asked while the clock was ahead is asked again in its time, and the log tells of it', async () => {
  const time = { nowMs: 0, aheadMs: 24 * 60 * 60_000 }
  const [clock, now] = [() => Date.now() + time.aheadMs, () => time.nowMs]
  await using opened = await open(undefined, clock, now)
  const { testConsole, provider } = opened
  provider.isBroken = true
  const begin = () => createVisitor(testConsole).get('/sign-in/provider')
  await begin()
  time.aheadMs = 0
  time.nowMs += 10_000
  await begin()
  expect([provider.asked.length, testConsole.warnings.length]).toEqual([2, 2])
})

test('new keys of the provider hold at once', async () => {
  await using opened = await open()
  const { testConsole, provider } = opened
  await opened.set('console.providerAccounts', 'on')
  expect(await isSignedIn((await signIn(testConsole, 'kim')).visitor)).toBe(true)
  await provider.rotateKey()
  expect(await isSignedIn((await signIn(testConsole, 'kim')).visitor)).toBe(true)
})

test('while the provider is gone people are told so, and passwords still sign in', async () => {
  const clock = { nowMs: Date.now() }
  await using opened = await open(undefined, () => clock.nowMs)
  const { testConsole, provider } = opened
  await testConsole.addMember('lee')
  const waiting = createVisitor(testConsole)
  const address = pathOf(await passProvider(waiting, 'kim'))
  await provider.stop()
  clock.nowMs += 5 * 60_000
  for (const [visitor, path] of [
    [createVisitor(testConsole), '/sign-in/provider'],
    [waiting, address],
  ] as const) {
    expect((await visitor.get(path)).headers.get('Location')).toBe('/sign-in')
    expect(await (await visitor.get('/sign-in')).text()).toContain('That sign-in did not work.')
  }
  const visitor = createVisitor(testConsole)
  await visitor.signIn('lee', memberPassword)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('with passwords off only one that the command has set signs in', async () => {
  await using opened = await open()
  const { testConsole } = opened
  const { site } = testConsole
  const lee = await testConsole.addMember('lee', 'admin')
  await setUserPassword(site, actor, lee, {
    password: memberPassword,
    isGenerated: false,
    keptTokenHash: null,
  })
  await opened.set('console.passwords', 'off')
  const refused = createVisitor(testConsole)
  expect((await refused.signIn('lee', memberPassword)).status).toBe(401)
  const command = { name: 'command', userId: null, address: 'local' }
  await setUserPassword(site, command, lee, {
    password: memberPassword,
    isGenerated: false,
    keptTokenHash: null,
  })
  const visitor = createVisitor(testConsole)
  await visitor.signIn('lee', memberPassword)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('what the provider’s proof is too old for leads there for a new one', async () => {
  await using opened = await open()
  const { testConsole, provider } = opened
  await opened.set('console.providerAccounts', 'on')
  provider.tamper = { claims: { auth_time: Math.floor((Date.now() - hourMs) / 1_000) } }
  const { visitor } = await signIn(testConsole, 'kim')
  const asked = await visitor.post('/keys', { name: 'mine' })
  expect(asked.status).toBe(403)
  expect(await asked.text()).toContain('/sign-in/provider?again=yes')
  const again = await visitor.get('/sign-in/provider?again=yes')
  expect(again.headers.get('Location')).toContain('prompt=login')
  provider.tamper = { claims: { auth_time: Math.floor(Date.now() / 1_000) } }
  const fresh = await signIn(testConsole, 'kim')
  expect((await fresh.visitor.post('/keys', { name: 'mine' })).status).toBe(303)
})
