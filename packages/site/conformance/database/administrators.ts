import { expect, test } from 'bun:test'
import { newId } from '../../src/language/ids.ts'
import type { User } from '../../src/language/records.ts'
import { audit, failureOf, type MakeDatabase, openSite, type Site, startMs, user } from './fixture.ts'

const weekMs = 7 * 86_400_000

/** An administrator, and the change that takes from them what they sign in with, or the role. */
interface Door {
  administrator: Partial<User>
  /** What the account has besides. */
  prepare?: (site: Site, user: User) => Promise<unknown>
  take: (site: Site, user: User) => Promise<unknown>
}

const withPassword = { passwordHash: 'hash' }

/** All changes of rows by which a site could lose the last administrator who can sign in. */
const doors: Record<string, Door> = {
  disable: {
    administrator: withPassword,
    take: ({ database, clock }, { id }) =>
      database.users.update(id, { disabledAtMs: clock.nowMs }, at(clock.nowMs, 'user.disable', id)),
  },
  demote: {
    administrator: withPassword,
    take: ({ database, clock }, { id }) =>
      database.users.update(id, { role: 'member' }, at(clock.nowMs, 'user.role', id)),
  },
  'demote one whom a provider signs in': {
    administrator: {},
    prepare: bindToProvider,
    take: ({ database, clock }, { id }) =>
      database.users.update(id, { role: 'member' }, at(clock.nowMs, 'user.role', id)),
  },
  erase: {
    administrator: withPassword,
    take: ({ database, clock }, one) =>
      database.users.erase(one, `deleted ${newId()}`, at(clock.nowMs, 'user.delete', one.id)),
  },
  'switch passwords off': {
    administrator: withPassword,
    take: ({ database, clock }) =>
      database.settings.setAll([
        {
          key: 'console.passwords',
          value: 'off',
          audit: at(clock.nowMs, 'policy.set', 'console.passwords', { before: 'on', after: 'off' }),
        },
      ]),
  },
  'replace a password of the command while passwords are off': {
    administrator: { ...withPassword, hasCommandPassword: true },
    prepare: ({ database }) =>
      database.settings.setAll([
        { key: 'console.passwords', value: 'off', audit: audit('policy.set', 'console.passwords') },
      ]),
    take: ({ database, clock }, { id }) =>
      database.users.setPassword(
        id,
        { hash: 'own', isGenerated: false, isByCommand: false, keptTokenHash: null },
        at(clock.nowMs, 'user.password', id, { actorUserId: id }),
      ),
  },
  'remove the passkey of one whose generated password is over': {
    administrator: { ...withPassword, hasGeneratedPassword: true, hasCommandPassword: true },
    async prepare(site, one) {
      await addPasskey(site, one)
      site.clock.nowMs += weekMs
    },
    take: ({ database, clock }, { id }) =>
      database.factors.remove(
        id,
        { id: null, keptTokenHash: null },
        at(clock.nowMs, 'user.factor.remove', id, { before: 'all' }),
      ),
  },
}

/** Administrators who can't sign in, so that none of them stands in for another. */
const absent: Record<string, (site: Site) => Promise<User>> = {
  'never came': (site) => addAdministrator(site, 'Never came', {}),
  'is disabled': (site) => addAdministrator(site, 'Disabled', { ...withPassword, disabledAtMs: 1 }),
  'has a generated password that is over': (site) =>
    addAdministrator(site, 'Over', {
      ...withPassword,
      hasGeneratedPassword: true,
      createdAtMs: startMs - weekMs,
    }),
  'has a passkey, and no password that it stands for': async (site) => {
    const one = await addAdministrator(site, 'Passkey', {})
    await addPasskey(site, one)
    return one
  },
}

export function administratorLaws(make: MakeDatabase): void {
  test.each(Object.entries(doors))(
    'the last administrator who can sign in stays: %s',
    async (_, { administrator, prepare, take }) => {
      await using site = await openSite(make)
      const last = await addAdministrator(site, 'Last', administrator)
      await prepare?.(site, last)
      for (const addAbsent of [async () => undefined, ...Object.values(absent)]) {
        await addAbsent(site)
        const before = await stateOf(site)
        expect(await failureOf(take(site, last), 'CONFLICT')).toContain('last administrator')
        expect(await stateOf(site)).toEqual(before)
      }
      const before = await stateOf(site)
      const other = await addAdministrator(site, 'Other', { ...withPassword, hasCommandPassword: true })
      await take(site, last)
      expect(await stateOf(site)).not.toEqual(before)
      expect(await site.replica.users.byId(other.id)).toEqual(other)
    },
  )

  test('an administrator may go who could not sign in, while another can', async () => {
    await using site = await openSite(make)
    await addAdministrator(site, 'Last', withPassword)
    for (const addAbsent of Object.values(absent)) {
      const one = await addAbsent(site)
      await site.database.users.erase(one, `deleted ${newId()}`, audit('user.delete', one.id))
    }
  })

  test('where no administrator can sign in, none goes, and all else changes', async () => {
    await using site = await openSite(make)
    const [one, other] = [await addAdministrator(site, 'One', {}), await addAdministrator(site, 'Other', {})]
    const change = (id: string, changed: Parameters<typeof site.database.users.update>[1]) =>
      site.database.users.update(id, changed, audit('user.update', id))
    await failureOf(change(one.id, { role: 'member' }), 'CONFLICT')
    await change(one.id, { quotaBytes: 7, name: 'Third' })
    await change(site.bob.id, { disabledAtMs: 1 })
    await site.database.settings.setAll([
      { key: 'console.passwords', value: 'off', audit: audit('policy.set', 'console.passwords') },
    ])
    await bindToProvider(site, other)
    await change(one.id, { role: 'member' })
  })

  test('an administrator stays whose generated password came from the one who would go', async () => {
    await using site = await openSite(make)
    const giver = await addAdministrator(site, 'Giver', withPassword)
    const given = await addAdministrator(site, 'Given', {})
    const give = (actorUserId: string | null) =>
      site.database.users.setPassword(
        given.id,
        { hash: 'new', isGenerated: true, isByCommand: actorUserId === null, keptTokenHash: null },
        audit('user.password', given.id, { actorUserId }),
      )
    const demote = () =>
      site.database.users.update(giver.id, { role: 'member' }, audit('user.role', giver.id))
    await give(giver.id)
    await failureOf(demote(), 'CONFLICT')
    await give(null)
    await demote()
  })

  test('two administrators who delete each other at the same time, beside one who never came, leave one', async () => {
    await using site = await openSite(make)
    await addAdministrator(site, 'Absent', {})
    let pair = [await addAdministrator(site, 'Left 0', withPassword)]
    for (let round = 1; round < 6; round += 1) {
      pair.push(await addAdministrator(site, `Left ${round}`, withPassword))
      const outcomes = await Promise.allSettled(
        pair.map((one, at) =>
          (at % 2 ? site.database : site.replica).users.erase(
            one,
            `deleted ${newId()}`,
            audit('user.delete', one.id),
          ),
        ),
      )
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      pair = pair.filter((_, at) => outcomes[at]?.status === 'rejected')
    }
  })
}

const at = (atMs: number, action: string, subject: string, change: Parameters<typeof audit>[2] = {}) =>
  audit(action, subject, { ...change, atMs })

async function addAdministrator(site: Site, name: string, change: Partial<User>): Promise<User> {
  const added = { ...user(name), createdAtMs: site.clock.nowMs, ...change, role: 'admin' as const }
  await site.database.users.add(added, audit('user.add', added.id))
  return added
}

/** The account of a provider’s that is there already, as no rule makes of another. */
function bindToProvider(site: Site, { id }: User): Promise<void> {
  return site.damage(
    `INSERT INTO provider_accounts (issuer, subject, user_id) VALUES ('https://id.example', '${id}', '${id}')`,
  )
}

function addPasskey({ database }: Site, { id }: User): Promise<void> {
  const passkey = { id: newId(), userId: id, kind: 'passkey' as const, name: 'key', secret: '{}', counter: 0 }
  return database.factors.add(
    { ...passkey, createdAtMs: startMs, lastUsedAtMs: null },
    { codeHashes: null, keptTokenHash: '' },
    audit('user.factor.add', id),
  )
}

/** What the doors change. */
async function stateOf({ replica }: Site): Promise<unknown> {
  const users = (await replica.users.list()).filter(({ name }) => name !== 'Other')
  const settings = await replica.settings.all()
  const factors = await Promise.all(users.map(({ id }) => replica.factors.list(id)))
  return { users, settings: [...settings], factors }
}
