import { test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { expectRecorded } from '@pictoglyph/recorded'
import { Secret, TOTP } from 'otpauth'
import { LIMIT_WINDOW_MS } from '../../src/access/limit-window.ts'
import { belongingsOf, deleteUser } from '../../src/accounts/delete-user.ts'
import {
  acceptInvitation,
  endInvitation,
  findInvitation,
  invitationAddress,
  inviteAnyone,
  inviteNewUser,
  inviteUser,
} from '../../src/accounts/invitations.ts'
import { createChangeOwnPassword, replaceGeneratedPassword } from '../../src/accounts/own-password.ts'
import { createProofs, restingUntilMs } from '../../src/accounts/proofs.ts'
import { type ProviderIdentity, signInByProvider } from '../../src/accounts/provider-sign-in.ts'
import {
  addAuthenticator,
  addFactor,
  hashRecoveryCode,
  removeAllFactors,
  removeFactor,
  renewRecoveryCodes,
  requiresSecondFactor,
  totpAddress,
} from '../../src/accounts/second-factors.ts'
import {
  endOtherSessions,
  endSession,
  findPendingSession,
  findSession,
  listSessions,
  newSession,
  signOut,
} from '../../src/accounts/sessions.ts'
import { beginByPasskey, completeSignIn, createSignIn, refusePending } from '../../src/accounts/sign-in.ts'
import {
  addUser,
  changeUser,
  findUser,
  setDisplayName,
  setUserDisabled,
  setUserPassword,
} from '../../src/accounts/users.ts'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { isFirstPasswordOver } from '../../src/first-start.ts'
import type { NewImage } from '../../src/images/image-records.ts'
import { deleteImages } from '../../src/images/images.ts'
import { createKey, revokeKey } from '../../src/keys/keys.ts'
import { newId } from '../../src/language/ids.ts'
import type { User } from '../../src/language/records.ts'
import { parseAddress } from '../../src/network/address.ts'
import { createPasswordHasher, type PasswordHasher } from '../../src/platform/argon2id-hasher.ts'
import { openSiteBook } from '../site-book.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

const dayMs = 24 * 60 * 60 * 1000
const password = 'a long enough password'
const address = parseAddress('192.0.2.7')
const elsewhere = parseAddress('198.51.100.1')
const browser = { address: '192.0.2.7', userAgent: 'browser' }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const report = (check: () => Promise<boolean>) => check()

/** The hasher of the site at the least cost: here passwords are tried by the hundred. */
const quickHasher: PasswordHasher = {
  hash: (given) => Bun.password.hash(given, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  verify: createPasswordHasher().verify,
}

async function openLife({ isFromNothing = false } = {}) {
  await using opened = new AsyncDisposableStack()
  const site = opened.use(await openSiteOnDisk())
  const { clock, admin } = site
  const ports = { ...site.ports, passwords: quickHasher }
  const startMs = clock.nowMs
  const book = opened.use(await openSiteBook(site.databasePath, startMs, isFromNothing))
  const limiter = createMemoryLimiter({ clock: ports.clock, wallClock: ports.clock })
  const proofs = createProofs({ site: ports, limiter })
  const actor = { name: admin.name, userId: admin.id, address: '192.0.2.1' }
  const held = opened.move()
  return {
    ...{ site, ports, clock, admin, book, limiter, proofs, actor },
    step: book.step,
    signIn: createSignIn({ site: ports, limiter }),
    user: (name: string): Promise<User> => findUser(ports, name),
    /** Moves the clock past the limits of a minute. */
    later(ms = LIMIT_WINDOW_MS) {
      clock.nowMs += ms
    },
    code: () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs }),
    /** A session of the user's that has begun by password. */
    async begin(name: string, given = password, from = address) {
      const begun = await createSignIn({ site: ports, limiter: createMemoryLimiter() })({
        ...{ name, password: given, address: from, userAgent: 'browser' },
      })
      if (begun === undefined) throw new Error(`${name} does not sign in`)
      return begun
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** An upload of a user's, of bytes of its own. */
function imageOf(ownerId: string, at: number, createdAtMs: number): NewImage {
  const address = String(at).repeat(64)
  return {
    ...{ id: newId(), ownerId, categoryId: 'general', albumId: null, title: `Image ${at}`, description: '' },
    ...{ fileName: '', createdAtMs, expiresAtMs: null, receivedSha256: address, removed: [] },
    file: { address, sizeBytes: 100 + at, type: 'image/png', width: 4, height: 3, frames: 1 },
    ...{
      dedupBy: 'file',
      dedupScope: 'owner',
      link: null,
      maxImages: 0,
      maxSiteBytes: null,
      removalsSeen: 0,
    },
    ...{ key: null, idempotency: null },
  }
}

/** Only what tells an answer apart. */
const told = (begun: { session: { isPending: boolean }; user: { name: string } } | undefined) =>
  begun === undefined ? 'refused' : `${begun.user.name}${begun.session.isPending ? ', pending' : ''}`

test('users and their passwords leave the rows and the entries that are recorded', async () => {
  await using life = await openLife({ isFromNothing: true })
  const { ports, step, actor, user, clock, signIn, later, proofs, admin, book } = life
  book.name(secret, 'secret')
  await step('the first password is over', () => isFirstPasswordOver(ports))
  const refusedPasswords = {
    'of 7 characters': 'é'.repeat(7),
    'of 1025 bytes': 'é'.repeat(512).concat('x'),
    common: 'Password1',
    'with its name': 'XmiaaX-secret',
    'with the name of the program': 'my PictoGlyph',
  }
  for (const [what, given] of Object.entries(refusedPasswords)) {
    await step(`a password ${what}`, () =>
      addUser(ports, actor, { name: 'Miaa', role: 'member', password: given }),
    )
  }
  for (const name of ['', ' ', 'a'.repeat(65), 'a\0b', 'a\u200bb', 'a\u202eb', 'pаypal', 'ａnn', 'a\ud800']) {
    await step(`the name ${JSON.stringify(name)}`, () =>
      addUser(ports, actor, { name, role: 'member', password }),
    )
  }
  await step('mia, with the longest password', async () => {
    await addUser(ports, actor, { name: ' Mia ', role: 'member', password: 'é'.repeat(512) })
  })
  await step('three letters of a name do in a password', () =>
    setUserPassword(ports, actor, admin, { password: 'miamiamia', isGenerated: false, keptTokenHash: null }),
  )
  await step('max, generated, by the command', async () => {
    const { generatedPassword } = await addUser(ports, commandActor, { name: 'max', role: 'admin' })
    return generatedPassword?.length
  })
  await step('MIA again', () => addUser(ports, actor, { name: 'MIA', role: 'admin', password }))
  await step('nobody', () => user('nobody'))
  await step('all at once', async () => {
    const change = { name: 'mira', role: 'admin', quotaBytes: 0 } as const
    await changeUser(ports, actor, await user('mia'), change)
  })
  await step('the same again', async () => {
    await changeUser(ports, actor, await user('mira'), { name: 'mira', role: 'admin', quotaBytes: 0 })
  })
  for (const quotaBytes of [-1, 1.5, 2 ** 53, 2 ** 53 - 1, null]) {
    await step(`a quota of ${quotaBytes}`, async () => {
      await changeUser(ports, actor, await user('mira'), { quotaBytes })
    })
  }
  await step('a taken name', async () => changeUser(ports, actor, await user('mira'), { name: 'MAX' }))
  await step('her own name in capitals', async () => {
    await changeUser(ports, actor, await user('mira'), { name: 'MIRA' })
  })
  await step('demoting oneself', () => changeUser(ports, actor, admin, { role: 'member' }))
  await step('a member again', async () => {
    await changeUser(ports, actor, await user('mira'), { role: 'member' })
  })
  for (const name of ['Mira ❤', `\u202eMira`, 'x'.repeat(65), '']) {
    await step(`shown as ${JSON.stringify(name)}`, async () => {
      await setDisplayName(ports, actor, await user('mira'), name)
    })
  }
  const mira = await user('mira')
  await step('a new password', () =>
    setUserPassword(ports, actor, mira, { password, isGenerated: false, keptTokenHash: null }),
  )
  await step('a generated one needs no length', () =>
    setUserPassword(ports, commandActor, mira, { password: 'x', isGenerated: true, keptTokenHash: null }),
  )
  const change = createChangeOwnPassword({ site: ports, proofs })
  const self = { name: 'mira', userId: mira.id, address: '192.0.2.7' }
  const own = async (current: string, given: string) =>
    change(self, await user('mira'), { current, password: given, keptTokenHash: '' }, report)
  await step('a generated one is replaced by itself', async () =>
    replaceGeneratedPassword(ports, self, await user('mira'), { password: 'x', keptTokenHash: '' }),
  )
  await step('a generated one is replaced', async () =>
    replaceGeneratedPassword(ports, self, await user('mira'), { password, keptTokenHash: '' }),
  )
  await step('and again', async () =>
    replaceGeneratedPassword(ports, self, await user('mira'), { password, keptTokenHash: '' }),
  )
  await step('her own, with a wrong one', () => own('wrong', 'another good password'))
  await step('her own, with the same', () => own(password, password))
  await step('her own, too short', () => own(password, 'short'))
  await step('her own', () => own(password, 'another good password'))
  for (let tries = 5; tries <= 10; tries++) await proofs.isPassword(mira, 'wrong')
  await step('the eleventh try of a minute', () => own(password, password))
  later()
  await step('a minute later', () => own('another good password', password))
  const attempt =
    (name: string, given: string, from = '192.0.2.7') =>
    () =>
      signIn({
        name,
        password: given,
        address: parseAddress(from),
        userAgent: `a\0b${'c'.repeat(300)}`,
      }).then(told)
  await step('a sign-in', attempt(' Mira ', password))
  for (let tries = 2; tries <= 10; tries++) await attempt('mira', 'wrong')()
  await step('the eleventh of the account at a familiar address', attempt('mira', password))
  await step('the second from elsewhere, with the first of all', attempt('mira', 'wrong', '198.51.100.1'))
  for (let tries = 3; tries <= 10; tries++) await attempt('mira', 'wrong', '198.51.100.1')()
  await step('the eleventh from elsewhere', attempt('mira', 'wrong', '198.51.100.1'))
  await step('from no address at all', attempt('mira', password, ''))
  for (let tries = 12; tries <= 19; tries++) await attempt(`nobody ${tries}`, 'wrong')()
  await step('the twentieth of an address', attempt('someone', 'wrong'))
  await step('the twenty-first of an address', attempt('anyone', 'wrong'))
  later()
  await step('disabled', async () => setUserDisabled(ports, actor, await user('mira'), true))
  await step('a sign-in of the disabled', attempt('mira', password))
  await step('disabled again', async () =>
    setUserDisabled(ports, actor, await user('mira'), true, { hidesImages: true }),
  )
  await step('enabled', async () => setUserDisabled(ports, actor, await user('mira'), false))
  await step('enabled again', async () => setUserDisabled(ports, actor, await user('mira'), false))
  await step('disabling oneself', () => setUserDisabled(ports, actor, admin, true))
  await step('max, of the command, is disabled', async () => {
    await setUserDisabled(ports, commandActor, await user('max'), true)
  })
  await step('the last administrator is disabled by the command', () =>
    setUserDisabled(ports, commandActor, admin, true),
  )
  await step('and demoted', () => changeUser(ports, commandActor, admin, { role: 'member' }))
  await step('mira has a bit of all', async () => {
    const key = { userId: mira.id, permissions: [], defaultCategoryId: null, clientKind: 'standard' } as const
    const { key: old } = await createKey(ports, self, { ...key, name: 'old', binding: {} })
    await revokeKey(ports, self, old.id)
    await createKey(ports, self, { ...key, name: 'new', binding: {} })
    await addAlbum(ports, self, mira.id, 'Cats')
    for (const at of [0, 1, 2]) await ports.database.images.record(imageOf(mira.id, at, clock.nowMs + at))
    const { items } = await ports.database.images.list({ ownerId: mira.id, limit: 9 })
    await deleteImages(
      ports,
      self,
      mira.id,
      items.slice(0, 1).map(({ id }) => id),
    )
    const factor = { kind: 'totp', name: 'phone', secret, counter: 1, keptTokenHash: '' } as const
    await addFactor(ports, self, mira, factor)
    await ports.database.sessions.add(
      newSession(ports, { userId: mira.id, nowMs: clock.nowMs, ...browser, isPending: true }).session,
      (await user('mira')).passwordHash,
    )
  })
  await step('belongings', () => belongingsOf(ports, mira.id))
  await step('deleting oneself', () => deleteUser(ports, actor, admin, { keepsImages: false }))
  await step('mira is deleted', async () =>
    deleteUser(ports, actor, await user('mira'), { keepsImages: false }),
  )
  await step('max is deleted, and his images kept', async () =>
    deleteUser(ports, actor, await user('max'), { keepsImages: true }),
  )
  await step('mira is deleted again', () => deleteUser(ports, actor, mira, { keepsImages: false }))
  await step('mira is changed once deleted', () => changeUser(ports, actor, mira, { role: 'admin' }))
  await step('and as she was', () => changeUser(ports, actor, mira, {}))
  await step('mira gets a password once deleted', () =>
    setUserPassword(ports, actor, mira, { password, isGenerated: false, keptTokenHash: null }),
  )
  clock.nowMs += 1
  await step('the first password is over', () => isFirstPasswordOver(ports))
  await expectRecorded(new URL('./users-life.txt', import.meta.url), life.book.lines)
})

test('sessions leave the rows and the entries that are recorded, to their ends', async () => {
  await using life = await openLife()
  const { ports, step, actor, clock, later, begin, site } = life
  const mia = await site.addMember('mia')
  const self = { name: 'mia', userId: mia.id, address: '192.0.2.7' }
  const { token, session } = (await step('a session', () => begin('mia'), told))!
  const found = () => findSession(ports, token).then((one) => one?.user.name ?? 'none')
  for (const form of ['', 'a'.repeat(42), 'a'.repeat(44), `${token} `, 'a'.repeat(43)]) {
    await step(`a token of ${form.length} characters`, () => findSession(ports, form).then(told))
  }
  later(5 * 60_000 - 1)
  await step('seen within five minutes', found)
  later(1)
  await step('seen after five minutes', found)
  await step('it waits for nothing', () => findPendingSession(ports, token).then(told))
  later(7 * dayMs - 1)
  await step('a week unused, less a moment', async () => (await listSessions(ports, mia.id)).length)
  await step('and seen', found)
  later(7 * dayMs)
  await step('a week unused', found)
  await step('and listed', async () => (await listSessions(ports, mia.id)).length)
  clock.nowMs = session.expiresAtMs - 1
  await ports.database.sessions.touch(session.tokenHash, clock.nowMs)
  await step('ninety days old, less a moment', found)
  later(1)
  await step('ninety days old', found)
  const others = (await step(
    'three more, the first ends',
    async () => [await begin('mia'), await begin('mia'), await begin('mia')],
    (begun) => begun.length,
  ))!
  await step('one ends', () => endSession(ports, self, mia.id, others[0]!.session.tokenHash))
  await step('and again', () => endSession(ports, self, mia.id, others[0]!.session.tokenHash))
  await step("someone else's", () => endSession(ports, actor, actor.userId, others[1]!.session.tokenHash))
  await step('all but one end', () => endOtherSessions(ports, self, mia.id, others[1]!.session.tokenHash))
  await step('and again', () => endOtherSessions(ports, self, mia.id, others[1]!.session.tokenHash))
  await step('signed out', () => signOut(ports, self, others[1]!.session))
  await step('of a provider, and of an odd browser', async () => {
    const given = { userId: mia.id, nowMs: clock.nowMs, address: 'unknown', isPending: false }
    const odd = { ...given, userAgent: `\0\ud800${'a'.repeat(400)}`, provedAtMs: 5, hasProviderFactor: true }
    const made = newSession(ports, odd)
    return [await ports.database.sessions.add(made.session, mia.passwordHash), made.token.length]
  })
  await step('a proof', async () => {
    const [held] = await listSessions(ports, mia.id)
    await ports.database.sessions.prove(held?.tokenHash ?? '', clock.nowMs)
  })
  await step('the same token twice', async () => {
    const [held] = await listSessions(ports, mia.id)
    if (held !== undefined) await ports.database.sessions.add(held, mia.passwordHash)
  })
  await step('after the password was changed', async () => {
    const [held] = await listSessions(ports, mia.id)
    return held && ports.database.sessions.add({ ...held, tokenHash: 'another' }, 'another hash')
  })
  const many = Array.from({ length: 60 }, (_, at) => ({
    ...newSession(ports, { userId: mia.id, nowMs: clock.nowMs + at, ...browser, isPending: at < 5 }).session,
    tokenHash: `session ${String(at).padStart(2, '0')}`,
  }))
  await step('of many, fifty are kept beside those that wait', async () => {
    for (const one of many) await ports.database.sessions.add(one, mia.passwordHash)
    const kept = await ports.database.sessions.list(mia.id)
    await ports.database.sessions.removeOthers(mia.id, '')
    return [kept.length, kept.at(-1)?.tokenHash]
  })
  await expectRecorded(new URL('./sessions-life.txt', import.meta.url), life.book.lines)
})

test('second factors leave the rows and the entries that are recorded, to their bounds', async () => {
  await using life = await openLife()
  const { ports, step, actor, clock, later, begin, site, proofs, code, book } = life
  const mia = await site.addMember('mia')
  const self = { name: 'mia', userId: mia.id, address: '192.0.2.7' }
  book.name(secret, 'secret')
  const add = (given: Partial<Parameters<typeof addAuthenticator>[3]>) => async () => {
    const input = { secret, code: code(), name: 'phone', keptTokenHash: '', ...given }
    // Of equal times, the order of the factors would be that of their ids.
    later(1)
    const codes = await addAuthenticator(ports, self, mia, input)
    for (const [at, one] of (codes ?? []).entries()) {
      book.name(one, `recovery code ${at}`)
      book.name(hashRecoveryCode(ports, one), `hash of recovery code ${at}`)
    }
    return codes
  }
  await step('another secret', add({ secret: 'A'.repeat(31) }))
  await step('a wrong code', add({ code: '000000' }))
  await step('a code of five digits', add({ code: '12345' }))
  await step('no name', add({ name: ' ' }))
  await step('a name of 101 characters', add({ name: 'a'.repeat(101) }))
  await step('a session', () => begin('mia').then(told))
  const codes = (await step('the first factor', add({ code: ` ${code().slice(0, 3)} ${code().slice(3)}` })))!
  await step('the next has no codes', add({ name: 'tablet' }))
  await step('its address', () => totpAddress({ secret, issuer: 'A & B', account: 'mia' }))
  const pending = (await step('a session that waits', () => begin('mia'), told))!
  await step('it opens nothing', () => findSession(ports, pending.token).then(told))
  await step('it is found', () => findPendingSession(ports, pending.token).then(told))
  const isCode =
    (given: string, from = address) =>
    () =>
      proofs.isCode(mia, given, from)
  await step('the code of before', isCode(code()))
  later(30_000)
  await step('the next code', isCode(code()))
  await step('a wrong code', isCode('000000'))
  await step('a code of letters', isCode('abcdef'))
  await step('a recovery code, in capitals and spaces', isCode(codes[3]!.toUpperCase().replaceAll('-', ' ')))
  await step('the same recovery code', isCode(codes[3]!))
  await step('one that no one has', isCode('aaaaaa-aaaaaa-aaaaaa-aaaaaa'))
  for (const from of [address, elsewhere]) {
    later()
    for (let tries = 1; tries <= 5; tries++) await proofs.isCode(mia, '000000', from)
    await step(`the sixth code of a minute from ${from?.text}`, isCode(code(), from))
  }
  await step('the sixth is no limit for recovery codes', isCode(codes[4]!, elsewhere))
  await step('a passkey', () => proofs.isPasskey(mia, address, async () => true))
  await step('a wrong passkey', () => proofs.isPasskey(mia, undefined, async () => false))
  for (let tries = 2; tries <= 10; tries++) await proofs.isPasskey(mia, undefined, async () => true)
  await step('the eleventh passkey of a minute', () => proofs.isPasskey(mia, undefined, async () => true))
  later(10 * 60_000 - (clock.nowMs - pending.session.createdAtMs) - 1)
  await step('it has waited ten minutes, less a moment', () =>
    findPendingSession(ports, pending.token).then(told),
  )
  later(1)
  await step('it has waited ten minutes', () => findPendingSession(ports, pending.token).then(told))
  const completed = (await step('it is completed', () => completeSignIn(ports, pending), told))!
  await step('and again', () => completeSignIn(ports, pending).then(told))
  const second = (await step('another waits', () => begin('mia'), told))!
  for (let tries = 1; tries <= 6; tries++) {
    await step(`its wrong code ${tries}`, () => refusePending(ports, second.session))
  }
  await step('a session is no pending one', () => refusePending(ports, completed.session))
  const wrong = async (count: number) => {
    for (let tries = 0; tries < count; tries++) {
      later()
      await proofs.isCode(mia, '000000', address)
    }
    return restingUntilMs(await ports.database.factors.failures(mia.id), clock.nowMs)
  }
  const { codesInRow = 0 } = (await ports.database.factors.failures(mia.id)) ?? {}
  await step('ninety-nine wrong codes in a row', () => wrong(99 - codesInRow))
  await step('the hundredth', () => wrong(1))
  await step('a right code rests too', isCode(code()))
  await step('a recovery code does not', isCode(codes[5]!))
  later(dayMs - 1)
  await step('a day later, less a moment', isCode(code()))
  later(1)
  await step('a day later, one more wrong code', isCode('000000'))
  later(dayMs)
  await step('a day later, a right one', isCode(code()))
  await step('and the next is wrong', isCode('000000'))
  await step('a passkey without a counter', async () => {
    await addFactor(ports, self, mia, {
      ...{
        kind: 'passkey',
        name: 'key',
        secret: '{}',
        counter: 0,
        keptTokenHash: completed.session.tokenHash,
      },
    })
    const [passkey] = (await ports.database.factors.list(mia.id)).filter(({ kind }) => kind === 'passkey')
    const uses = [0, 0, 5, 5, 4, 6, 0]
    const used: boolean[] = []
    for (const counter of uses) {
      used.push(await ports.database.factors.use(passkey?.id ?? '', { counter, atMs: clock.nowMs }))
    }
    return used
  })
  await step('by passkey', () => beginByPasskey(ports, mia, browser).then(told))
  await step('a challenge, twice, and once it is over', async () => {
    const use = (atMs: number) => ports.database.factors.useChallenge('c', { atMs, endsAtMs: atMs + 5 })
    return [await use(clock.nowMs), await use(clock.nowMs + 4), await use(clock.nowMs + 5)]
  })
  await step('ten factors', async () => {
    for (let count = 4; count <= 10; count++) await add({ name: `factor ${count}` })()
  })
  await step('an eleventh', add({ name: 'one too many' }))
  await step('codes anew', async () => {
    const renewed = await renewRecoveryCodes(ports, self, mia)
    return new Set(renewed).size
  })
  const [first] = await ports.database.factors.list(mia.id)
  const one = { id: first?.id ?? '', keptTokenHash: '' }
  await step('one is removed', () => removeFactor(ports, self, mia, one))
  await step('and again', () => removeFactor(ports, self, mia, one))
  await step('all are removed', () => removeAllFactors(ports, actor, mia))
  await step('and again', () => removeAllFactors(ports, actor, mia))
  await step('codes without a factor', () => renewRecoveryCodes(ports, self, mia))
  await step('who must have one', () =>
    (['off', 'administrators', 'all'] as const).map((asked) => {
      const policy = { ...ports.snapshot().policy, 'console.secondFactor': asked }
      const of = (role: User['role'], hasProviderFactor: boolean) =>
        requiresSecondFactor(policy, { role }, { hasProviderFactor })
      return [asked, of('admin', false), of('member', false), of('admin', true)]
    }),
  )
  await site.setPolicy('console.passwords', 'off')
  await step('by passkey where passwords of the console are off', async () => {
    await setUserPassword(ports, actor, mia, { password, isGenerated: false, keptTokenHash: null })
    return told(await beginByPasskey(ports, await life.user('mia'), browser))
  })
  await expectRecorded(new URL('./factors-life.txt', import.meta.url), life.book.lines)
})

test('invitations leave the rows and the entries that are recorded, to their ends', async () => {
  await using life = await openLife()
  const { ports, step, actor, clock, later, site, user } = life
  const invite = (given: object) => () =>
    inviteNewUser(ports, actor, {
      ...{ name: 'mia', displayName: 'Mia', role: 'member', quotaBytes: 5, days: 7, ...given },
    } as const).then(({ invitation }) => invitation)
  for (const days of [0, 91, 1.5, -1]) await step(`for ${days} days`, invite({ days }))
  await step('with a quota below zero', invite({ quotaBytes: -1 }))
  await step('without a name', invite({ name: '' }))
  const made = (await step('mia', invite({ days: 1 })))!
  await step('mia again', invite({}))
  await step('its address', () => invitationAddress('https://console.example//', 'token'))
  const accept =
    (token: string, given: object = {}) =>
    () =>
      acceptInvitation(ports, token, '192.0.2.9', { name: 'kim', displayName: 'Kim', password, ...given })
  await step('an unfit password', accept(made.token, { password: 'short' }))
  const found = (token: string) => () =>
    findInvitation(ports, token).then(({ invitation, user }) => [
      invitation.userName,
      invitation.giverName,
      user?.name,
    ])
  await step('found', found(made.token))
  await step('a token of another form', found('token'))
  await step('an unknown token', found('a'.repeat(43)))
  later(dayMs - 1)
  await step('a day old, less a moment', found(made.token))
  later(1)
  await step('a day old', found(made.token))
  await step('accepted too late', accept(made.token))
  const renewed = (await step('a new link for mia', async () =>
    inviteUser(ports, actor, await user('mia'), 90),
  ))!
  const replacing = (await step('one more replaces it', async () =>
    inviteUser(ports, actor, await user('mia'), 90),
  ))!
  await step('the replaced one', accept(renewed.token))
  await step('accepted', accept(replacing.token))
  await step('and again', accept(replacing.token))
  const anyone = (await step('for anyone', () =>
    inviteAnyone(ports, actor, { role: 'admin', quotaBytes: null, days: 7 }),
  ))!
  await step('with a bad quota', () =>
    inviteAnyone(ports, actor, { role: 'admin', quotaBytes: 0.5, days: 7 }),
  )
  await step('a taken name', accept(anyone.token, { name: 'MIA' }))
  await step('a bad name', accept(anyone.token, { name: '' }))
  await step('kim', accept(anyone.token))
  const kim = await user('kim')
  const ofKim = { name: 'kim', userId: kim.id, address: 'local' }
  const given = (await step('by kim', () =>
    inviteAnyone(ports, ofKim, { role: 'member', quotaBytes: 1, days: 7 }),
  ))!
  await step('listed', () =>
    ports.database.invitations
      .list(clock.nowMs, 10)
      .then((all) => all.map((one) => [one.giverName, one.isInForce])),
  )
  await setUserDisabled(ports, actor, kim, true)
  await step('by kim, who is disabled', found(given.token))
  await step('accepted while kim is disabled', accept(given.token, { name: 'lee' }))
  await step('for the disabled', async () => inviteUser(ports, actor, await user('kim'), 7))
  await step('ended', () => endInvitation(ports, actor, given.id))
  await step('and again', () => endInvitation(ports, actor, given.id))
  const last = (await step('by the command', () =>
    inviteAnyone(ports, commandActor, { role: 'member', quotaBytes: 1, days: 90 }),
  ))!
  await site.setPolicy('console.passwords', 'off')
  await step('accepted without passwords', accept(last.token, { name: 'lee' }))
  await step('made without passwords', invite({ name: 'max' }))
  await expectRecorded(new URL('./invitations-life.txt', import.meta.url), life.book.lines)
})

test('sign-ins by a provider leave the rows and the entries that are recorded', async () => {
  await using life = await openLife()
  const { ports, step, actor, clock, site, user, book } = life
  const come = (given: Partial<ProviderIdentity>) => () =>
    signInByProvider(
      ports,
      {
        ...{
          issuer: 'https://id.example',
          subject: 's1',
          name: 'pia',
          isAdmin: null,
          hasSecondFactor: false,
        },
        ...{ provedAtMs: clock.nowMs - 5_000, ...given },
      },
      browser,
    ).then((begun) => [told(begun), begun?.isRoleChanged])
  await step('without accounts', come({}))
  await site.setPolicy('console.providerAccounts', 'on')
  await step('without a subject', come({ subject: ' ' }))
  await step('the first time', come({}))
  await step('later, and proved in the future', come({ provedAtMs: clock.nowMs + 1, hasSecondFactor: true }))
  await site.setPolicy('users.defaultQuota', '5MB')
  await step('the same name of another', come({ subject: 's2', name: 'PIA', isAdmin: true }))
  await step('and another', come({ subject: 's3', name: 'ｐｉａ', isAdmin: false }))
  await step('an unfit name', come({ subject: 's4', name: 'a\0b' }))
  await step('a name of 61 characters', come({ subject: 's5', name: 'x'.repeat(61) }))
  await step('a name of 62 characters', come({ subject: 's6', name: 'x'.repeat(62) }))
  await step('the same subject of another issuer', come({ issuer: 'https://other.example' }))
  await step('to the group', come({ isAdmin: true }))
  await step('out of the group', come({ isAdmin: false }))
  const secretOf = await user('pia')
  book.name(secret, 'secret')
  await step('with a factor of their own', async () => {
    const input = { kind: 'totp', name: 'phone', secret, counter: 1, keptTokenHash: '' } as const
    const codes = await addFactor(ports, actor, secretOf, input)
    return codes?.length
  })
  await step('it waits', come({}))
  await step('disabled', async () => {
    await setUserDisabled(ports, actor, await user('pia'), true)
    return await come({})()
  })
  await book.sum('fifty names', async () => {
    for (let at = 0; at < 48; at++) await come({ subject: `many ${at}`, name: 'pia' })()
    return (await ports.database.users.list()).length
  })
  await step('one too many', come({ subject: 'the last', name: 'pia' }))
  await expectRecorded(new URL('./provider-life.txt', import.meta.url), life.book.lines)
})
