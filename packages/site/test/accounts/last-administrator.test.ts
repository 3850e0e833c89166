import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { deleteUser } from '../../src/accounts/delete-user.ts'
import { acceptInvitation, inviteNewUser } from '../../src/accounts/invitations.ts'
import { signInByProvider } from '../../src/accounts/provider-sign-in.ts'
import { removeAllFactors } from '../../src/accounts/second-factors.ts'
import {
  changeUser,
  findUser,
  setUserDisabled,
  setUserPassword,
  setUserRole,
} from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import type { User } from '../../src/language/records.ts'
import { setPolicy } from '../../src/policy/set-policy.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const refused = { code: 'CONFLICT', message: expect.stringContaining('last administrator') }
const issuer = 'https://id.example'
const browser = { address: '192.0.2.1', userAgent: 'a browser' }

/** Signs in by the provider someone who is in its group of administrators, or no longer. */
const byProvider = ({ ports }: SiteOnDisk, isAdmin: boolean) =>
  signInByProvider(
    ports,
    { issuer, subject: '1', name: 'pia', isAdmin, hasSecondFactor: false, provedAtMs: 0 },
    browser,
  )

/** Adds an administrator as `user import` does. */
async function importAdministrator({ ports }: SiteOnDisk) {
  const input = { name: 'boss', displayName: '', role: 'admin', quotaBytes: null, days: 7 } as const
  return (await inviteNewUser(ports, commandActor, input)).invitation
}

const present = ({ ports }: SiteOnDisk): Promise<User> => findUser(ports, 'admin')

/** What ends or weakens the account `admin`, by the rules that console, command and provider call. */
const doors: Record<string, (site: SiteOnDisk) => Promise<unknown>> = {
  'the account is deleted': async (site) =>
    deleteUser(site.ports, commandActor, await present(site), { keepsImages: true }),
  'the account is disabled': async (site) =>
    setUserDisabled(site.ports, commandActor, await present(site), true, { hidesImages: true }),
  'the role is taken': async (site) => setUserRole(site.ports, commandActor, await present(site), 'member'),
  'the role is taken with another change': async (site) =>
    changeUser(site.ports, commandActor, await present(site), { name: 'min', role: 'member', quotaBytes: 0 }),
}

test.each(Object.entries(doors))(
  'an administrator who never came is none to leave the site to: %s',
  async (_, go) => {
    await using site = await openSiteOnDisk()
    const { token } = await importAdministrator(site)
    const before = await site.ports.database.users.list()
    await expect(go(site)).rejects.toMatchObject(refused)
    expect(await site.ports.database.users.list()).toEqual(before)
    await acceptInvitation(site.ports, token, 'local', {
      name: '',
      displayName: '',
      password: 'a long enough one',
    })
    await go(site)
    expect(await findUser(site.ports, 'boss')).toMatchObject({ role: 'admin', disabledAtMs: null })
  },
)

test('the provider takes the role from no one beside whom no other administrator can sign in', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('console.providerAccounts', 'on')
  expect(await byProvider(site, true)).toMatchObject({ user: { role: 'admin' } })
  await setUserRole(site.ports, commandActor, await present(site), 'member')
  const { token } = await importAdministrator(site)
  expect(await byProvider(site, false)).toMatchObject({ user: { role: 'admin' }, isRoleChanged: false })
  const given = { name: '', displayName: '', password: 'a long enough one' }
  await acceptInvitation(site.ports, token, 'local', given)
  expect(await byProvider(site, false)).toMatchObject({ user: { role: 'member' }, isRoleChanged: true })
})

test('passwords are switched off only where an administrator can still sign in', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const self = { name: 'admin', userId: site.admin.id, address: 'local' }
  const password = { password: 'a long enough one', isGenerated: false, keptTokenHash: null }
  const switchOff = () => setPolicy(ports, commandActor, 'console.passwords', 'off', { onRisk: () => {} })
  await setUserPassword(ports, self, await present(site), password)
  await importAdministrator(site)
  await expect(switchOff()).rejects.toMatchObject(refused)
  await setUserPassword(ports, commandActor, await present(site), password)
  await switchOff()
  const own = setUserPassword(ports, self, await present(site), { ...password, password: 'another long one' })
  await expect(own).rejects.toMatchObject({
    message: expect.stringContaining('"pictoglyph user password"'),
  })
  await setPolicy(ports, commandActor, 'console.providerAccounts', 'on')
  await site.refresh()
  expect(await byProvider(site, true)).toMatchObject({ user: { role: 'admin' } })
  await setUserPassword(ports, self, await present(site), password)
})

test('a passkey is all that some have, and is taken from no last one', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  await ports.database.factors.add(
    {
      id: 'f',
      userId: admin.id,
      kind: 'passkey',
      name: 'key',
      secret: '{}',
      counter: 0,
      createdAtMs: site.clock.nowMs,
      lastUsedAtMs: null,
    },
    { codeHashes: null, keptTokenHash: '' },
    { ...commandEntry, atMs: site.clock.nowMs, subject: admin.id },
  )
  site.clock.nowMs += 7 * 86_400_000
  await expect(removeAllFactors(ports, commandActor, admin)).rejects.toMatchObject(refused)
  await setUserPassword(ports, commandActor, admin, {
    password: 'a long enough one',
    isGenerated: false,
    keptTokenHash: null,
  })
  await removeAllFactors(ports, commandActor, admin)
})

const commandEntry = {
  actor: 'command',
  actorUserId: null,
  address: 'local',
  action: 'user.factor.add',
  before: null,
  after: null,
}

/** Statements that end an account, a role, a factor or a sign-in, and the files that may hold them. */
const weakening = {
  'UPDATE users SET (?!last_seen)': ['accounts/erase-user-rows.ts', 'accounts/user-rows.ts'],
  'DELETE FROM users': [],
  'DELETE FROM second_factors': ['accounts/factor-rows.ts'],
  'DELETE FROM provider_accounts|UPDATE provider_accounts': [],
  "(?:INTO|UPDATE|FROM) settings\\b(?! WHERE key = 'console.passwords')|'settings',": [
    'policy/settings-rows.ts',
  ],
} as const

test('whatever may take a sign-in away is written where the rule is kept', async () => {
  const root = join(import.meta.dir, '../../src')
  const files = new Map<string, string>()
  for await (const path of new Bun.Glob('**/*-rows.ts').scan(root)) {
    files.set(path, await Bun.file(join(root, path)).text())
  }
  for (const [statement, places] of Object.entries(weakening)) {
    const pattern = new RegExp(statement)
    const found = [...files].filter(([, text]) => pattern.test(text)).map(([path]) => path)
    expect({ statement, found: found.toSorted() }).toEqual({ statement, found: [...places] })
  }
  for (const path of new Set(Object.values(weakening).flat())) {
    if (path === 'accounts/erase-user-rows.ts') continue
    expect(files.get(path)).toMatch(/withGuardedTransaction\(|keepAnAdministrator\(/)
  }
})
