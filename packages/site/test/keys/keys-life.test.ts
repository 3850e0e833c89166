import { Database } from 'bun:sqlite'
import { test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { expectRecorded } from '@pictoglyph/recorded'
import { setUserDisabled } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { createKeyGate, createKeyUsage, findHolder, hashSecret } from '../../src/keys/key-gate.ts'
import {
  comparedSha256,
  countedKey,
  failureFor,
  requireBoundNetwork,
  requireRate,
  requireTrialAllowed,
  requireUploadsLeft,
} from '../../src/keys/key-restrictions.ts'
import {
  changeKey,
  createKey,
  findKeyId,
  findOwnKey,
  type NewKey,
  renewKey,
  revokeAllKeys,
  revokeKey,
} from '../../src/keys/keys.ts'
import type { ChangeableKey } from '../../src/keys/restrictions.ts'
import { Failure } from '../../src/language/failure.ts'
import { parseAddress } from '../../src/network/address.ts'
import { openSiteBook } from '../site-book.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

const dayMs = 24 * 60 * 60 * 1000
const home = parseAddress('192.0.2.7')

async function openLife() {
  await using opened = new AsyncDisposableStack()
  const site = opened.use(await openSiteOnDisk())
  const { ports, clock, admin } = site
  const mia = await site.addMember('mia')
  const book = opened.use(await openSiteBook(site.databasePath, clock.nowMs))
  const limiter = createMemoryLimiter({ clock: ports.clock, wallClock: ports.clock })
  const actor = { name: admin.name, userId: admin.id, address: '192.0.2.1' }
  const held = opened.move()
  return {
    ...{ site, ports, clock, admin, mia, book, limiter, actor, step: book.step },
    make: (given: Partial<NewKey> = {}) =>
      createKey(ports, actor, {
        ...{ userId: mia.id, name: 'laptop', permissions: ['images:upload'], defaultCategoryId: null },
        ...{ clientKind: 'standard', binding: {}, ...given },
      }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Every restriction at once. */
const bounds = {
  uploadsPerMinute: 2,
  maxUploads: 3,
  imageLifetimeMs: dayMs,
  binding: {
    ...{ categoryIds: ['general'], types: ['image/png' as const], maxBytes: 5, networks: ['192.0.2.0/24'] },
    linkNames: ['logo'],
  },
}

test('keys leave the rows and the entries that are recorded', async () => {
  await using life = await openLife()
  const { site, ports, clock, admin, mia, actor, step, make } = life
  const hidden = ({ key, secret }: Awaited<ReturnType<typeof make>>) => [key.id, secret]
  const refused: Record<string, Partial<NewKey>> = {
    'another permission': { permissions: ['images:upload', 'images:delete'] },
    'no name': { name: '' },
    'a name of 101 characters': { name: 'a'.repeat(101) },
    'an end that is now': { expiresAtMs: clock.nowMs },
    'an end after 9999': { expiresAtMs: Date.UTC(10_000, 0) },
    'an unknown category': { defaultCategoryId: 'none' },
    'a bound category that is unknown': { binding: { categoryIds: ['general', 'none'] } },
    "someone's album": { binding: { albumIds: ['none'] } },
    'no uploads a minute': { uploadsPerMinute: 0 },
    'no uploads': { maxUploads: 0 },
    'a network with bits set': { binding: { networks: ['10.0.0.1/8'] } },
  }
  for (const [what, given] of Object.entries(refused)) await step(what, () => make(given), hidden)
  await step('a key', () => make({ name: 'a'.repeat(100) }), hidden)
  await step('that ends in a moment', () => make({ expiresAtMs: clock.nowMs + 1 }), hidden)
  await step('that ends with 9999', () => make({ expiresAtMs: Date.UTC(10_000, 0) - 1 }), hidden)
  await step('without permissions', () => make({ permissions: [] }), hidden)
  const bound = (await step(
    'with every restriction',
    () =>
      make({
        ...bounds,
        defaultCategoryId: 'general',
        clientKind: 'lsky',
        isGuestLink: true,
        isNameShown: true,
      }),
    hidden,
  ))!
  await site.setPolicy('keys.defaultExpiryDays', '10')
  await step('with the end of the policy', () => make(), hidden)
  await step('that never ends', () => make({ expiresAtMs: null }), hidden)
  const present = async () => findOwnKey(ports, mia.id, bound.key.id)
  const change = (given: Partial<ChangeableKey>, mayWiden: boolean) => async () => {
    const key = await present()
    await changeKey(ports, actor, key, { change: { ...key, ...given }, mayWiden })
  }
  await step('renamed', change({ name: ' desk ' }, false))
  await step('without a name', change({ name: '' }, false))
  await step(
    'tighter',
    change(
      {
        uploadsPerMinute: 1,
        maxUploads: 2,
        imageLifetimeMs: 1_000,
        binding: { ...bounds.binding, maxBytes: 4 },
      },
      false,
    ),
  )
  await step('wider without a proof', change({ uploadsPerMinute: 2 }, false))
  await step('wider', change({ uploadsPerMinute: null, maxUploads: 1_000_000_000, binding: {} }, true))
  await step('with an end', change({ expiresAtMs: clock.nowMs + 1 }, false))
  await step('an end that has passed', change({ expiresAtMs: clock.nowMs }, false))
  clock.nowMs += 1
  await step('the end that it has passed stays', change({ name: 'old' }, false))
  await step('an unknown category', change({ binding: { categoryIds: ['none'] } }, true))
  await step("someone else's key", () => findOwnKey(ports, admin.id, bound.key.id))
  await step('found by id', () => findKeyId(ports, ` ${bound.key.id} `))
  await step('found by the key', () => findKeyId(ports, bound.secret))
  await step('an unknown key', () => findKeyId(ports, `PGL_${'a'.repeat(33)}`))
  await step('an unknown id', () => findKeyId(ports, 'none'))
  const renewed = (await step('renewed', async () => renewKey(ports, actor, await present())))!
  await step('the old one is unknown', () => findKeyId(ports, bound.secret))
  await step('the new one is known', () => findKeyId(ports, renewed))
  await step('listed, of all and of one', async () => {
    const { keys } = ports.database
    return [(await keys.list()).length, (await keys.list(mia.id)).length, (await keys.list(admin.id)).length]
  })
  await step('revoked', () => revokeKey(ports, actor, bound.key.id))
  await step('and again', () => revokeKey(ports, actor, bound.key.id))
  await step('an unknown one', () => revokeKey(ports, actor, 'none'))
  await step('renewed once revoked', async () => renewKey(ports, actor, await present()))
  await step('changed once revoked', change({ name: 'late' }, true))
  await step('of nobody', () => make({ userId: 'nobody' }), hidden)
  await life.book.sum('a hundred that work', async () => {
    const { database } = ports
    const count = async () =>
      (await database.keys.list(mia.id)).filter((key) => key.revokedAtMs === null).length
    while ((await count()) < 100) await make()
    const refusal = await make().catch((error: unknown) => error)
    if (!(refusal instanceof Failure)) throw new Error('no end of keys')
    const revoked = await revokeAllKeys(ports, actor, mia.id)
    clock.nowMs += 1
    // Of the revoked, a hundred are kept.
    await make()
    const kept = (await database.keys.list(mia.id)).length
    for (const { id } of await database.keys.list(mia.id)) await revokeKey(ports, actor, id)
    return [refusal.message, revoked, kept]
  })
  await expectRecorded(new URL('./keys-life.txt', import.meta.url), life.book.lines)
})

test('what a key may do at its bounds is as recorded', async () => {
  await using life = await openLife()
  const { ports, clock, mia, step, make, limiter } = life
  const { key } = await make(bounds)
  for (const from of ['192.0.2.0', '192.0.2.255', '192.0.3.0', '192.0.1.255', '']) {
    await step(`from ${from}`, () => requireBoundNetwork(key.binding, parseAddress(from)))
  }
  await step('bound to nothing', () => requireBoundNetwork({}, undefined))
  for (let uploads = 2; uploads <= 4; uploads++) {
    await step(`after ${uploads} uploads of 3`, () => requireUploadsLeft({ maxUploads: 3, uploads }))
  }
  await step('without a number', () => requireUploadsLeft({ maxUploads: null, uploads: 9 }))
  const rate = (act: 'upload' | 'hash query', purpose?: 'ask') => () =>
    requireRate(limiter, key, { act, ...(purpose && { purpose }) })
  await step('the first of two a minute', rate('upload'))
  await step('only asked', rate('upload', 'ask'))
  await step('the second', rate('upload'))
  await step('the third is asked', rate('upload', 'ask'))
  await step('the third', rate('upload'))
  await step('a query is counted apart', rate('hash query'))
  clock.nowMs += 60_000 - 1
  await step('a minute later, less a moment', rate('upload'))
  clock.nowMs += 1
  await step('a minute later', rate('upload'))
  await step('without a rate', () =>
    requireRate(limiter, { ...key, uploadsPerMinute: null }, { act: 'upload' }),
  )
  await step('a guest tries', () => requireTrialAllowed({ isGuestLink: true }))
  await step('another tries', () => requireTrialAllowed({ isGuestLink: false }))
  await step('counted', () => [countedKey(null), countedKey({ ...key, id: 'id' })])
  await step('hashes', () =>
    [null, { id: 'id', isGuestLink: false }, { id: 'id', isGuestLink: true }].map(
      (one) => comparedSha256(ports, 'received', one) === 'received',
    ),
  )
  const full = new Failure({ code: 'QUOTA_EXCEEDED', quotaBytes: 5 })
  for (const [isGuestLink, error] of [
    [true, full],
    [false, full],
    [true, new Failure({ code: 'INTERNAL' })],
  ] as const) {
    await step(`refused, ${isGuestLink ? 'a guest' : 'another'}`, () => {
      throw failureFor({ isGuestLink }, error)
    })
  }
  const use = createKeyUsage(ports.database.keys)
  const times: [what: string, atMs: number, from: string][] = [
    ['the first use', 5, '192.0.2.7'],
    ['the same network', 6, '192.0.2.8'],
    ['an earlier use of a new network', 4, '198.51.100.1'],
    ['a network of IPv6', 7, '2001:db8:1:2::3'],
    ['the same of IPv6', 8, '2001:db8:1:ffff::3'],
    ['another of IPv6', 9, '2001:db8:2::3'],
    ['no address', 10, ''],
  ]
  for (const [what, after, from] of times) {
    await step(what, async () => {
      use.note(key.id, clock.nowMs + after, parseAddress(from))
      await use.flush()
    })
  }
  await step('nothing to write', () => use.flush())
  await life.book.sum('many networks', async () => {
    const networks = (count: number) =>
      Array.from({ length: count }, (_, at) => parseAddress(`10.${at >> 8}.${at & 255}.1`))
    for (const from of networks(101)) use.note('another', clock.nowMs, from)
    for (const from of networks(101)) use.note(mia.id, clock.nowMs, from)
    for (const at of [0, 1, 2]) {
      for (const from of networks(300).slice(100 * at, 100 * at + 100))
        use.note(key.id, clock.nowMs + 100 + at, from)
      await use.flush()
    }
    using outside = new Database(life.site.databasePath, { readonly: true })
    return outside
      .query('SELECT COUNT(*) AS networks, MIN(used_at_ms) AS first FROM key_networks WHERE key_id = ?')
      .get(key.id)
  })
  await expectRecorded(new URL('./key-bounds.txt', import.meta.url), life.book.lines)
})

test('the gate admits keys as recorded', async () => {
  await using life = await openLife()
  const { ports, clock, mia, actor, step, make } = life
  let monotonicMs = 0
  let lookups = 0
  const limiter = createMemoryLimiter({ clock: () => monotonicMs, wallClock: ports.clock })
  const gate = createKeyGate({
    keys: {
      bySecretHash(hash) {
        lookups += 1
        return ports.database.keys.bySecretHash(hash)
      },
    },
    createSha256: ports.createSha256,
    limiter,
    clock: ports.clock,
    now: () => monotonicMs,
  })
  const later = (ms: number) => {
    monotonicMs += ms
    clock.nowMs += ms
  }
  const admit =
    (authorization: string | null, from = home) =>
    async () => {
      const before = lookups
      try {
        return (await gate.admit(authorization, from)).user.name
      } finally {
        looked.push(lookups - before)
      }
    }
  const looked: number[] = []
  const { key, secret } = await make({ expiresAtMs: clock.nowMs + dayMs })
  const wrong = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')
  const forms: Record<string, string | null> = {
    'no header': null,
    'an empty header': '',
    'the word alone': 'Bearer',
    'the word and a space': 'Bearer ',
    'another word': 'Basic abc',
    'the key alone': secret,
    'the key as it should be': `Bearer ${secret}`,
    'another case and more spaces': `bearer   ${secret}  `,
    'a comma': `Bearer ${secret},`,
    mistyped: `Bearer ${wrong}`,
    cut: `Bearer ${secret.slice(0, -1)}`,
    'a letter more': `Bearer ${secret}a`,
    'in capitals': `Bearer ${secret.toUpperCase()}`,
  }
  for (const [what, form] of Object.entries(forms)) await step(what, admit(form))
  const unknown = async () => {
    const other = await make()
    await revokeKey(ports, commandActor, other.key.id)
    return `Bearer ${other.secret}`
  }
  const revoked = await unknown()
  await step('a revoked key', admit(revoked))
  later(999)
  await step('a second later, less a moment', admit(revoked))
  later(1)
  await step('a second later', admit(revoked))
  for (let tries = 3; tries <= 60; tries++) await gate.admit(await unknown(), home).catch(() => {})
  await step('after sixty wrong keys', () => gate.isThrottled(home))
  await step('the sixty-first', admit(await unknown()))
  await step('and now', () => gate.isThrottled(home))
  await step('others are not throttled', () => gate.isThrottled(parseAddress('192.0.2.8')))
  await step('an unknown key is not looked up', admit(await unknown()))
  await step('a known one is', admit(`Bearer ${secret}`))
  await step('from elsewhere', admit(await unknown(), parseAddress('198.51.100.1')))
  later(59_000 - 1)
  await step('a minute after the first, less a moment', () => gate.isThrottled(home))
  later(1)
  await step('a minute after the first', () => gate.isThrottled(home))
  clock.nowMs = (key.expiresAtMs ?? 0) - 1
  await step('a moment before its end', admit(`Bearer ${secret}`))
  clock.nowMs += 1
  await step('at its end', admit(`Bearer ${secret}`))
  const lasting = await make({ expiresAtMs: null })
  await setUserDisabled(ports, actor, mia, true)
  await step('of a disabled user', () =>
    findHolder(ports.database.keys, hashSecret(ports, lasting.secret), clock.nowMs),
  )
  const lines = life.book.lines.filter((line) => !/^[+~-] (?!.*sessions)/.test(line))
  await expectRecorded(new URL('./key-gate.txt', import.meta.url), [
    ...lines,
    `lookups of each: ${looked.join(' ')}`,
  ])
})
