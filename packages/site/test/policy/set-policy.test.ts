import { expect, test } from 'bun:test'
import { listNetworks } from '../../src/access/access.ts'
import { setUserDisabled, setUserQuota, setUserRole } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { category } from '../../src/categories/category.ts'
import { charset } from '../../src/ciphers/charset.ts'
import type { Failure } from '../../src/language/failure.ts'
import { inEnglish } from '../../src/language/message.ts'
import type { WantedValue } from '../../src/language/shown-values.ts'
import { parseAddress } from '../../src/network/address.ts'
import type { PolicyKey } from '../../src/policy/policy.ts'
import { type PolicyDoor, setPolicies, setPolicy } from '../../src/policy/set-policy.ts'
import { runAction } from '../../src/things/run-action.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('whitelist mode that locks people out is refused, unless somebody answers for it', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const values = new Map<PolicyKey, WantedValue>([['text.whitelistMode', { wanted: 'on' }]])
  const turnOn = async (door?: PolicyDoor) => {
    const changed = await setPolicies(ports, commandActor, values, door).catch((error: unknown) => error)
    const isOn = (await ports.database.settings.all()).get('text.whitelistMode') === 'on'
    await setPolicy(ports, commandActor, 'text.whitelistMode', 'off')
    return [changed, isOn]
  }
  const refused = [expect.objectContaining({ code: 'CONFLICT' }), false]
  const done = [['text.whitelistMode'], true]
  expect(await turnOn()).toEqual(refused)
  const told: string[] = []
  const onRisk: PolicyDoor['onRisk'] = (reason) => told.push(inEnglish(reason))
  expect(await turnOn({ onRisk })).toEqual(done)
  expect(told).toEqual([expect.stringContaining('empty')])

  await listNetworks(ports, commandActor, 'allow', [{ network: '192.0.2.0/24' }])
  expect(await turnOn()).toEqual(done)
  expect(await turnOn({ client: { address: parseAddress('192.0.2.7') } })).toEqual(done)
  expect(await turnOn({ client: { address: parseAddress('198.51.100.7') } })).toEqual(refused)
  expect(await turnOn({ client: { address: undefined } })).toEqual(refused)
  expect(await turnOn({ client: { address: parseAddress('198.51.100.7') }, onRisk })).toEqual(done)
  expect(told).toEqual([expect.any(String), expect.stringContaining('own address')])
})

test('setting whitelist mode again asks nothing, and no policy is set halfway', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  await site.setPolicy('text.whitelistMode', 'on')
  expect(await setPolicy(ports, commandActor, 'text.whitelistMode', 'on')).toBe('on')
  await site.setPolicy('text.whitelistMode', 'off')
  const both = new Map<PolicyKey, WantedValue>([
    ['upload.maxSide', { wanted: '77' }],
    ['text.whitelistMode', { wanted: 'on' }],
  ])
  await expect(setPolicies(ports, commandActor, both)).rejects.toThrow('empty')
  await site.refresh()
  expect(ports.snapshot().policy['upload.maxSide']).not.toBe(77)
})

test('what is set to what it was leaves no entry in the audit log', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const bob = await site.addMember('bob')
  const present = async () => (await ports.database.users.byId(bob.id))!
  const changes: Record<string, () => Promise<unknown>> = {
    policy: () => setPolicy(ports, commandActor, 'upload.maxSide', '77'),
    'the same size': () => setPolicy(ports, commandActor, 'upload.maxBytes', '5 MiB'),
    role: async () => setUserRole(ports, commandActor, await present(), 'admin'),
    quota: async () => setUserQuota(ports, commandActor, await present(), 5),
    disabled: async () => setUserDisabled(ports, commandActor, await present(), true),
    category: () =>
      runAction(ports, { actor: commandActor, thing: category, verb: 'disable', id: site.categoryId }),
    charset: () => runAction(ports, { actor: commandActor, thing: charset, verb: 'default', id: 'meow' }),
    'the charset of before': () =>
      runAction(ports, { actor: commandActor, thing: charset, verb: 'disable', id: 'roar' }),
  }
  const entries = async () => (await ports.database.audit.list({ limit: 100 })).items.length
  for (const [what, change] of Object.entries(changes)) {
    const before = await entries()
    await change()
    const once = await entries()
    await change()
    expect({ what, once: once - before, twice: (await entries()) - before }).toEqual({
      what,
      once: 1,
      twice: 1,
    })
  }
})

test('a value that is as it was shown is no change, and one that someone else has changed is not written over', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const olga = { name: 'olga', userId: 'o', address: '192.0.2.1' }
  const cases: [now: string, shown: string | undefined, wanted: string, after: string | 'told'][] = [
    ['5', '5', '6', '6'],
    ['5', '5', '5', '5'],
    ['7', '5', '5', '7'],
    ['7', '5', '7', '7'],
    ['7', '5', '6', 'told'],
    ['7', undefined, '6', '6'],
  ]
  for (const [now, shown, wanted, after] of cases) {
    await setPolicy(ports, olga, 'upload.maxFrames', now)
    await setPolicy(ports, commandActor, 'upload.maxSide', '50')
    const values = new Map<PolicyKey, WantedValue>([
      ['upload.maxSide', { shown: '50', wanted: '60' }],
      ['upload.maxFrames', { wanted, ...(shown !== undefined && { shown }) }],
    ])
    const saved = await setPolicies(ports, commandActor, values).catch((error: unknown) => error)
    const settings = await ports.database.settings.all()
    const isTold = after === 'told'
    expect([now, shown, wanted, settings.get('upload.maxFrames')]).toEqual([
      now,
      shown,
      wanted,
      isTold ? now : after,
    ])
    // What is sent together is saved together.
    expect(settings.get('upload.maxSide')).toBe(isTold ? '50' : '60')
    if (!isTold) continue
    expect((saved as Failure).facts).toMatchObject({
      code: 'CONFLICT',
      overtaken: [{ field: 'upload.maxFrames', by: 'olga' }],
    })
  }
})

test('the same value in other words is the same value', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const set = (key: PolicyKey, value: WantedValue) =>
    setPolicies(ports, commandActor, new Map([[key, value]]))
  await set('upload.types', { wanted: 'png,jpeg' })
  expect(await set('upload.types', { shown: 'image/jpeg,image/png', wanted: 'jpg, PNG' })).toEqual([])
  expect(await set('upload.types', { shown: 'image/jpeg,image/png', wanted: 'png' })).toEqual([
    'upload.types',
  ])
  await set('site.welcome', { wanted: 'Two\r\nlines' })
  expect(await set('site.welcome', { shown: 'Two\nlines', wanted: 'Two\r\nlines' })).toEqual([])
  expect(await set('site.welcome', { shown: 'Two\nlines', wanted: 'One' })).toEqual(['site.welcome'])
  await set('upload.maxBytes', { wanted: '5MB' })
  expect(await set('upload.maxBytes', { shown: '5242880', wanted: '6 MiB' })).toEqual(['upload.maxBytes'])
})

test('of changes of one value at once, each is decided on what the one before has left', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      setPolicies(
        ports,
        commandActor,
        new Map([['upload.maxFrames', { shown: '1000', wanted: String(index + 1) }]]),
      ).then(
        () => String(index + 1),
        () => undefined,
      ),
    ),
  )
  const saved = outcomes.filter((one) => one !== undefined)
  expect(saved).toHaveLength(1)
  expect((await ports.database.settings.all()).get('upload.maxFrames')).toBe(saved[0])
  const { items } = await ports.database.audit.list({ action: 'policy.set', limit: 9 })
  expect(items.map(({ before, after }) => [before, after])).toEqual([[1000, Number(saved[0])]])
})
