import { expect, test } from 'bun:test'
import { removeNetwork } from '../../src/access/access.ts'
import type { AccessEntry } from '../../src/access/access-rows.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { charset } from '../../src/ciphers/charset.ts'
import { preset } from '../../src/ciphers/preset.ts'
import { isInForce } from '../../src/keys/key-gate.ts'
import { changeKey, revokeKey } from '../../src/keys/keys.ts'
import { parseAddress } from '../../src/network/address.ts'
import {
  defaultPolicy,
  type Policy,
  type PolicyKey,
  policyKeys,
  readPolicyValue,
  settingOf,
  writtenPolicyValue,
} from '../../src/policy/policy.ts'
import { setPolicy } from '../../src/policy/set-policy.ts'
import { createSnapshotSource } from '../../src/snapshot.ts'
import { runAction } from '../../src/things/run-action.ts'
import { audit, failureOf, key, type MakeDatabase, openSite, type Site, startMs } from './fixture.ts'
import { classic, roar } from './policy.ts'

/** Texts that no policy takes today, or only some. */
const strangeTexts = [
  '',
  ' ',
  'banana',
  'ON',
  '-1',
  '-999999999999999999999',
  '0.5',
  '0',
  '99999999999999999999999999',
  '1e300',
  'Infinity',
  'NaN',
  '9999999999999d',
  '0d',
  '9d9',
  '99999999999TB',
  'image/png,image/of-tomorrow',
  '{"label":1}',
  '[',
  'x'.repeat(100_000),
  '9'.repeat(100_000),
]

/** The value in force is as strict as this, whatever is stored and not understood. {@link isUsual} holds without a rule. */
const isStrict: { [K in PolicyKey]?: (value: (typeof defaultPolicy)[K]) => boolean } = {
  'upload.maxBytes': (value) => value >= 1 && value <= 2 ** 40,
  'upload.types': (value) => value.every((type) => type === 'image/png'),
  'upload.maxPixels': (value) => value >= 1 && value <= 2 ** 40,
  'upload.maxSide': (value) => value >= 1 && value <= 1_000_000,
  'upload.maxFrames': (value) => value >= 1 && value <= 1_000_000,
  'upload.maxImagesPerUser': (value) => value >= 1 && value <= 1_000_000_000,
  'upload.defaultLifetime': (value) => value === 'forever' || /^[1-9]\d{0,5}[smhdw]$/.test(value),
  'upload.maxLifetime': (value) => /^[1-9]\d{0,5}[smhdw]$/.test(value),
  'upload.accessLists': (value) => value === 'on',
  'text.requestsPerMinute': (value) => value >= 1 && value <= 1_000_000,
  'text.whitelistMode': (value) => value === 'on',
  'console.secondFactor': (value) => value === 'all',
  'console.passwords': (value) => value === 'off',
  'keys.defaultExpiryDays': (value) => value >= 1 && value <= 3_650,
  'audit.keepFor': (value) => value === 'forever' || /^[1-9]\d{0,4}[dw]$/.test(value),
  'users.defaultQuota': (value) => value !== 'none' && value >= 0 && value <= 2 ** 50,
  'site.robots': (value) => value === 'noindex',
  'site.maxBytes': (value) => value !== 'none' && value >= 0 && value <= 2 ** 50,
}

/** The default, or a value that the setting takes where it has a nearest one. */
const isUsual = (policy: Policy, name: PolicyKey): boolean =>
  Bun.deepEquals(policy[name], defaultPolicy[name]) ||
  (settingOf(name).kind.nearest !== undefined && isTaken(name, writtenPolicyValue(policy, name)))

const isTaken = (policy: PolicyKey, text: string): boolean => {
  try {
    readPolicyValue(policy, text)
    return true
  } catch {
    return false
  }
}

/** Rows that this version does not understand, as another version or damage leaves them. */
export function unreadableRowLaws(make: MakeDatabase): void {
  test('a stored policy that is no value today stops nothing, allows nothing more, is named, and is set again', async () => {
    await using site = await openSite(make)
    const ports = { database: site.replica, clock: () => startMs }
    const snapshots = await createSnapshotSource(site.replica, () => startMs)
    for (const text of strangeTexts) {
      const names = policyKeys.filter((name) => !isTaken(name, text))
      await store(site, ...names.map((name) => [name, text] as const))
      await snapshots.refresh()
      const { policy, problems } = snapshots.current()
      for (const name of names) {
        const isStrictValue = isStrict[name] as ((value: unknown) => boolean) | undefined
        const what = `${name} stored as ${text.slice(0, 40)}: ${policy[name]}`
        expect(isStrictValue?.(policy[name]) ?? isUsual(policy, name), what).toBe(true)
        const [problem, ...others] = problems.filter((one) => one.name === name)
        expect(others).toEqual([])
        expect(problem).toMatchObject({
          kind: 'policy',
          inForce: writtenPolicyValue(policy, name),
          repair: `pictoglyph policy set ${name} VALUE`,
        })
      }
      const others = policyKeys.filter((name) => !names.includes(name))
      for (const name of others) expect(policy[name]).toEqual(defaultPolicy[name])
      expect(problems).toHaveLength(names.length)
    }
    // Also to the very value that is in force in its place, if there is a text for it.
    await store(
      site,
      ...policyKeys.map((name) => [name, isTaken(name, '[') ? 'x'.repeat(9_000) : '['] as const),
    )
    await snapshots.refresh()
    const { policy } = snapshots.current()
    for (const [index, name] of policyKeys.entries()) {
      const wanted = isTaken(name, writtenPolicyValue(policy, name)) ? policy : defaultPolicy
      await setPolicy(ports, commandActor, name, writtenPolicyValue(wanted, name), { onRisk: () => {} })
      await snapshots.refresh()
      expect(snapshots.current().policy[name]).toEqual(wanted[name])
      const left = snapshots.current().problems.map((one) => one.name)
      expect(left.toSorted()).toEqual(policyKeys.slice(index + 1).toSorted())
    }
  })

  test('a stored number is taken at the nearest bound, and a list of types as far as it is known', async () => {
    await using site = await openSite(make)
    const snapshots = await createSnapshotSource(site.replica, () => startMs)
    const cases: [PolicyKey, string, unknown][] = [
      ['upload.maxSide', '2000000', 1_000_000],
      ['upload.maxSide', '-7', 1],
      ['upload.maxBytes', '5000TB', 2 ** 40],
      ['upload.maxBytes', '0', 1],
      ['text.requestsPerMinute', '1000001', 1_000_000],
      // 0 would be no limit at all.
      ['text.requestsPerMinute', '-1', 1],
      ['upload.maxImagesPerUser', '0.5', 1],
      ['keys.defaultExpiryDays', '4000', 3_650],
      ['users.defaultQuota', '9999999TB', 2 ** 50],
      ['upload.maxLifetime', '1000000d', '999999d'],
      ['audit.keepFor', '0w', '1w'],
      ['upload.types', 'image/png,image/of-tomorrow', ['image/png']],
      ['upload.types', 'image/of-tomorrow', []],
    ]
    for (const [name, text, value] of cases) {
      await store(site, [name, text])
      await snapshots.refresh()
      expect(snapshots.current().policy[name], `${name} ${text}`).toEqual(value as never)
    }
  })

  test('a setting of another version is named, has no effect, and stays', async () => {
    await using site = await openSite(make)
    await store(site, ['upload.ofTomorrow', 'yes'])
    const snapshots = await createSnapshotSource(site.replica, () => startMs)
    expect(snapshots.current().policy).toEqual(defaultPolicy)
    expect(snapshots.current().problems).toMatchObject([{ name: 'upload.ofTomorrow', stored: 'yes' }])
    const ports = { database: site.database, clock: () => startMs }
    await setPolicy(ports, commandActor, 'upload.maxSide', '5')
    expect((await site.replica.settings.all()).get('upload.ofTomorrow')).toBe('yes')
  })

  test('an entry of a list that is no network lets no one in, keeps out what was meant or everyone, and can be taken off', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const entry = (network: string, list: AccessEntry['list']): AccessEntry => {
      return { network, list, note: '', createdAtMs: startMs, expiresAtMs: null }
    }
    const listed = async (...entries: AccessEntry[]) => {
      await site.damage('DELETE FROM access_entries')
      await access.put(entries, audit('ip.block', 'x'))
      return (await createSnapshotSource(site.replica, () => startMs)).current()
    }
    const [near, far, far6] = ['10.2.3.4', '192.0.2.1', '2001:db8::1'].map((text) => parseAddress(text)!)

    for (const strange of ['banana', '', '10.0.0.1/99', '10.0.0.1-10.0.0.9', 'x'.repeat(9_000)]) {
      const { blocked, allowed, problems } = await listed(entry(strange, 'block'), entry(strange, 'allow'))
      expect(
        [near, far, far6].map((address) => blocked.has(address!)),
        strange,
      ).toEqual([true, true, true])
      expect([near, far, far6].map((address) => allowed.has(address!))).toEqual([false, false, false])
      expect(problems.map(({ kind }) => kind)).toEqual(['network', 'network'])
    }
    const { blocked, allowed, problems } = await listed(
      entry('10.0.0.1/8', 'block'),
      entry('192.0.2.7/24', 'allow'),
      entry('2001:db8::/32', 'allow'),
    )
    expect([near, far, far6].map((address) => blocked.has(address!))).toEqual([true, false, false])
    expect([near, far, far6].map((address) => allowed.has(address!))).toEqual([false, false, true])
    expect(problems.map(({ repair }) => repair)).toEqual([
      "pictoglyph ip remove '10.0.0.1/8'",
      "pictoglyph ip remove '192.0.2.7/24'",
    ])
    const ports = { database: site.database, clock: () => startMs }
    for (const network of ['10.0.0.1/8', '192.0.2.7/24']) await removeNetwork(ports, commandActor, network)
    expect((await access.list()).map(({ network }) => network)).toEqual(['2001:db8::/32'])
    await failureOf(removeNetwork(ports, commandActor, '10.0.0.1/8'), 'BAD_REQUEST')

    await site.damage("UPDATE access_entries SET list = 'slow'")
    const other = (await createSnapshotSource(site.replica, () => startMs)).current()
    expect([far, far6].map((address) => other.blocked.has(address!))).toEqual([false, true])
    expect(other.problems).toMatchObject([{ stored: 'slow 2001:db8::/32' }])
  })

  test('a character set or preset that this version can not read is off, and named until it is disabled', async () => {
    await using site = await openSite(make)
    const { charsets, presets } = site.database
    const ports = { database: site.database, clock: () => startMs }
    await charsets.add(roar, audit('charset.add', 'roar'))
    await presets.add(classic, audit('preset.add', 'classic'))
    const plain = { ...roar, id: 'plain', symbols: ['a', 'b', 'c', 'd'] as const, isDefault: false }
    await charsets.add(plain, audit('charset.add', 'plain'))
    await presets.add(
      { ...classic, id: 'frame', variant: 'frame', isDefault: false },
      audit('preset.add', 'x'),
    )
    const current = async () => (await createSnapshotSource(site.replica, () => startMs)).current()
    const enabledIn = (parts: readonly { id: string; enabled: boolean; isDefault: boolean }[]) =>
      parts.filter(({ enabled }) => enabled).map(({ id, isDefault }) => [id, isDefault])

    for (const symbols of [
      '',
      '[',
      'null',
      '{}',
      '["a"]',
      '["a","b","c",4]',
      '["a","b","c","cd"]',
      '["a","a","b","c"]',
      '["a","b","c","d"]',
    ]) {
      await site.damage(`UPDATE charsets SET symbols = '${symbols}' WHERE id = 'roar'`)
      const { charsets, problems } = await current()
      expect(enabledIn(charsets).flat(), symbols).toContain(
        symbols === '["a","b","c","d"]' ? 'roar' : 'plain',
      )
      expect(enabledIn(charsets)).toHaveLength(1)
      expect(enabledIn(charsets)[0]?.[1]).toBe(true)
      expect(problems).toMatchObject([{ kind: 'character set' }])
      expect((await site.database.charsets.list()).map(({ id }) => id)).toEqual(['roar', 'plain'])
    }
    await site.damage("UPDATE charsets SET symbols = '[' WHERE id = 'roar'")
    await runAction(ports, { actor: commandActor, thing: charset, verb: 'default', id: 'plain' })
    await runAction(ports, { actor: commandActor, thing: charset, verb: 'disable', id: 'roar' })
    expect((await current()).problems).toEqual([])
    await failureOf(
      runAction(ports, { actor: commandActor, thing: charset, verb: 'enable', id: 'roar' }),
      'CONFLICT',
    )
    await failureOf(
      runAction(ports, { actor: commandActor, thing: charset, verb: 'default', id: 'roar' }),
      'CONFLICT',
    )

    for (const [column, value] of [
      ['type', 'TOMORROW'],
      ['variant', 'tomorrow'],
    ] as const) {
      await site.damage(`UPDATE presets SET ${column} = '${value}' WHERE id = 'classic'`)
      const { presets, problems } = await current()
      expect(enabledIn(presets)).toEqual([['frame', true]])
      expect(problems).toMatchObject([{ kind: 'preset', name: 'classic' }])
      await failureOf(
        runAction(ports, { actor: commandActor, thing: preset, verb: 'enable', id: 'classic' }),
        'CONFLICT',
      )
    }
    await runAction(ports, { actor: commandActor, thing: preset, verb: 'default', id: 'frame' })
    await runAction(ports, { actor: commandActor, thing: preset, verb: 'disable', id: 'classic' })
    expect((await current()).problems).toEqual([])
  })

  test('a key whose restrictions can not be read lets no one in, alone, and is revoked and not changed', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const ports = {
      database: site.database,
      clock: () => startMs,
      createSha256: () => {
        throw new Error()
      },
    }
    const [sound, damaged] = [key(site.ann.id), key(site.ann.id, { binding: { types: ['image/png'] } })]
    for (const one of [sound, damaged]) await keys.add(one, audit('key.create', one.id))
    const strange = [
      ['binding', ''],
      ['binding', '['],
      ['binding', 'null'],
      ['binding', '[]'],
      ['binding', '{"categoryIds":"general"}'],
      ['binding', '{"types":["image/of-tomorrow"]}'],
      ['binding', '{"networks":["banana"]}'],
      ['binding', '{"maxBytes":"5"}'],
      ['binding', '{"maxBytes":-1}'],
      ['binding', '{"hoursOfTheDay":[9,17]}'],
      ['permissions', ''],
      ['permissions', '{"images:upload":true}'],
      ['permissions', '[1]'],
    ] as const
    for (const [column, text] of strange) {
      await site.damage(`UPDATE api_keys SET ${column} = '${text}' WHERE id = '${damaged.id}'`)
      const read = await site.replica.keys.byId(damaged.id)
      expect(read?.isUnreadable, text).toBe(true)
      expect(isInForce({ key: read!, user: site.ann }, startMs)).toBe(false)
      const holder = await site.replica.keys.bySecretHash(damaged.secretHash)
      expect(holder && isInForce(holder, startMs)).toBe(false)
      expect((await site.replica.keys.list()).map(({ isUnreadable = false }) => isUnreadable)).toEqual(
        sound.id < damaged.id ? [false, true] : [true, false],
      )
      const change = changeKey(ports, commandActor, read!, {
        change: { ...read!, name: 'x' },
        mayWiden: true,
      })
      await failureOf(change, 'CONFLICT')
      await site.damage(
        `UPDATE api_keys SET binding = '{}', permissions = '["images:upload"]' WHERE id = '${damaged.id}'`,
      )
    }
    const soundHolder = await site.replica.keys.bySecretHash(sound.secretHash)
    expect(soundHolder && isInForce(soundHolder, startMs)).toBe(true)
    await site.damage(`UPDATE api_keys SET binding = '[' WHERE id = '${damaged.id}'`)
    await revokeKey(ports, commandActor, damaged.id)
    expect((await site.replica.keys.byId(damaged.id))?.revokedAtMs).toBe(startMs)
  })

  test('a role, a second factor, an audit entry or a note on an image of another version stops nothing', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await site.database.factors.add(
      {
        id: 'f',
        userId: site.ann.id,
        kind: 'totp',
        name: 'phone',
        secret: 'A'.repeat(32),
        counter: 0,
        createdAtMs: startMs,
        lastUsedAtMs: null,
      },
      { codeHashes: null, keptTokenHash: '' },
      audit('user.factor.add', site.ann.id),
    )
    await site.damage(`UPDATE users SET role = 'curator' WHERE id = '${site.ann.id}'`)
    await site.damage("UPDATE second_factors SET kind = 'ring'")
    await site.damage("UPDATE audit_entries SET before_json = '{', after_json = ''")
    const { replica } = site
    expect((await replica.users.byId(site.ann.id))?.role).toBe('member')
    expect((await replica.users.list()).map(({ role }) => role)).toEqual(['member', 'member'])
    // It is still asked for, and no code is right.
    expect(await replica.factors.list(site.ann.id)).toMatchObject([{ id: 'f', kind: 'passkey' }])
    const { items } = await replica.audit.list({ limit: 100 })
    expect(items.every(({ before, after }) => before === '{' && after === '')).toBe(true)
    for (const removed of ['', '{', '{}', 'null', '[1, null, {"kind": "exif"}]']) {
      await site.damage(`UPDATE images SET removed = '${removed}' WHERE id = '${image.id}'`)
      expect((await replica.images.byId(image.id))?.removed, removed).toEqual([])
    }
    await site.database.users.erase(site.ann, 'nobody', audit('user.delete', site.ann.id))
  })
}

/** As statements from outside leave the settings, and as every replica sees that they are others. */
async function store(site: Site, ...settings: (readonly [name: string, text: string])[]): Promise<void> {
  const values = settings.map(([name, text]) => `('${name}', '${text}')`).join(', ')
  await site.damage(
    `DELETE FROM settings;
     INSERT INTO settings (key, value) VALUES ${values};
     UPDATE site_revision SET value = value + 1`,
  )
}
