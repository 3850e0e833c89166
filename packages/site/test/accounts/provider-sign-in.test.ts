import { expect, test } from 'bun:test'
import { type ProviderIdentity, signInByProvider } from '../../src/accounts/provider-sign-in.ts'
import { setUserDisabled } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const browser = { address: '192.0.2.1', userAgent: 'a browser' }

const ann: ProviderIdentity = {
  issuer: 'https://id.example',
  subject: '1',
  name: 'ann',
  isAdmin: null,
  hasSecondFactor: false,
  provedAtMs: 0,
}

const signIn = ({ ports }: SiteOnDisk, change: Partial<ProviderIdentity> = {}) =>
  signInByProvider(ports, { ...ann, ...change }, browser)

test('an account is made where the policy allows it, and is the same the next time', async () => {
  await using site = await openSiteOnDisk()
  expect(await signIn(site)).toBeUndefined()
  await site.setPolicy('console.providerAccounts', 'on')
  const first = await signIn(site)
  expect(first).toMatchObject({ user: { name: 'ann', role: 'member' }, isRoleChanged: false })
  await site.setPolicy('console.providerAccounts', 'off')
  expect((await signIn(site, { name: 'another' }))?.user).toEqual(first!.user)
})

test('a name that is taken or unfit gives way to another', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('console.providerAccounts', 'on')
  await site.addMember('ann')
  expect((await signIn(site))?.user.name).toBe('ann 2')
  expect((await signIn(site, { subject: '3', name: 'Ａｎｎ（Ａ）' }))?.user.name).toBe('Ann(A)')
  expect((await signIn(site, { subject: '2', name: '' }))?.user.name).toMatch(/^person-\w{8}$/)
})

test('the group of administrators gives and takes the role, but not the last administrator’s', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('console.providerAccounts', 'on')
  await signIn(site)
  expect(await signIn(site, { isAdmin: true })).toMatchObject({
    user: { role: 'admin' },
    isRoleChanged: true,
  })
  expect(await signIn(site, { isAdmin: false })).toMatchObject({
    user: { role: 'member' },
    isRoleChanged: true,
  })
})

test('who is disabled stays out, and a provider says who somebody is', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('console.providerAccounts', 'on')
  const begun = await signIn(site)
  await setUserDisabled(site.ports, commandActor, begun!.user, true)
  expect(await signIn(site)).toBeUndefined()
  await expect(signIn(site, { subject: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
