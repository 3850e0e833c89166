import { expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import { createProofs } from '../../src/accounts/proofs.ts'
import {
  addAuthenticator,
  newTotpSecret,
  removeAllFactors,
  removeFactor,
  renewRecoveryCodes,
  requiresSecondFactor,
} from '../../src/accounts/second-factors.ts'
import { completeSignIn, createSignIn, refusePending } from '../../src/accounts/sign-in.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { parseAddress } from '../../src/network/address.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const address = parseAddress('192.0.2.7')
const codeOf = (secret: string, { clock }: SiteOnDisk) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs })

async function withAuthenticator(site: SiteOnDisk) {
  const mia = await site.addMember('mia')
  const secret = newTotpSecret()
  const input = { secret, code: codeOf(secret, site), name: 'phone', keptTokenHash: '' }
  const codes = await addAuthenticator(site.ports, commandActor, mia, input)
  const proofs = createProofs({ site: site.ports, limiter: site.ports.keyLimiter })
  return { mia, secret, codes: codes ?? [], proofs }
}

test('a code of an authenticator and a recovery code prove who one is, each once', async () => {
  await using site = await openSiteOnDisk()
  const { mia, secret, codes, proofs } = await withAuthenticator(site)
  expect(codes).toHaveLength(10)
  expect(await proofs.isCode(mia, codeOf(secret, site), address)).toBe(false)
  site.clock.nowMs += 30_000
  const code = codeOf(secret, site)
  expect(await proofs.isCode(mia, `${code.slice(0, 3)} ${code.slice(3)}`, address)).toBe(true)
  expect(await proofs.isCode(mia, code, address)).toBe(false)
  expect(await proofs.isCode(mia, codes[0]!.toUpperCase(), address)).toBe(true)
  expect(await proofs.isCode(mia, codes[0]!, address)).toBe(false)
  const renewed = await renewRecoveryCodes(site.ports, commandActor, mia)
  expect(await proofs.isCode(mia, codes[1]!, address)).toBe(false)
  expect(await proofs.isCode(mia, renewed[0]!, address)).toBe(true)
})

test('codes are limited by the minute, and what is no authenticator is not added', async () => {
  await using site = await openSiteOnDisk()
  const { mia, secret, proofs } = await withAuthenticator(site)
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await proofs.isCode(mia, '000000', address)).toBe(false)
  await expect(proofs.isCode(mia, codeOf(secret, site), address)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
  const input = { secret, code: '12', name: 'phone', keptTokenHash: '' }
  await expect(addAuthenticator(site.ports, commandActor, mia, input)).rejects.toThrow('code is wrong')
  await expect(
    addAuthenticator(site.ports, commandActor, mia, { ...input, secret: 'short' }),
  ).rejects.toThrow('secret')
})

test('a sign-in waits for the second factor, and ends with the fifth wrong one', async () => {
  await using site = await openSiteOnDisk()
  await withAuthenticator(site)
  const signIn = createSignIn({ site: site.ports, limiter: site.ports.keyLimiter })
  const attempt = { name: 'mia', password: 'a long enough password', address, userAgent: 'browser' }
  const first = (await signIn(attempt))!
  expect(first.session.isPending).toBe(true)
  const begun = await completeSignIn(site.ports, first)
  expect(begun?.session.isPending).toBe(false)
  expect(await completeSignIn(site.ports, first)).toBeUndefined()
  const second = (await signIn(attempt))!
  const wrongs: boolean[] = []
  for (let wrong = 0; wrong < 5; wrong++) wrongs.push(await refusePending(site.ports, second.session))
  expect(wrongs).toEqual([false, false, false, false, true])
  expect(await completeSignIn(site.ports, second)).toBeUndefined()
})

test('factors are removed one by one or all, and required of whom the policy says', async () => {
  await using site = await openSiteOnDisk()
  const { mia } = await withAuthenticator(site)
  const { factors } = site.ports.database
  const [phone] = await factors.list(mia.id)
  await removeFactor(site.ports, commandActor, mia, { id: phone!.id, keptTokenHash: '' })
  await expect(
    removeFactor(site.ports, commandActor, mia, { id: phone!.id, keptTokenHash: '' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(renewRecoveryCodes(site.ports, commandActor, mia)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await removeAllFactors(site.ports, commandActor, mia)
  expect(await factors.list(mia.id)).toEqual([])
  const { policy } = site.ports.snapshot()
  const required = (asked: (typeof policy)['console.secondFactor'], role: 'admin' | 'member', has = false) =>
    requiresSecondFactor({ ...policy, 'console.secondFactor': asked }, { role }, { hasProviderFactor: has })
  expect([required('all', 'member'), required('administrators', 'member')]).toEqual([true, false])
  expect([required('administrators', 'admin'), required('all', 'admin', true)]).toEqual([true, false])
})
