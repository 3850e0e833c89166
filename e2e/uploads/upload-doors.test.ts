import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listNetworks } from '@pictoglyph/site/access'
import { addUser, setUserDisabled } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { type NewKey, revokeKey } from '@pictoglyph/site/keys'
import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import { root } from '../house/markdown.ts'
import { clientAddress, type Door, doors, openSiteWithDoors, type SiteWithDoors } from './upload-doors.ts'

/** A rule for every upload: how it is made to stand against one, and at which doors it can. */
interface Rule {
  code: string
  /** What the key is made with. */
  key?: Partial<NewKey>
  /** Brought about once each door has let a first upload in. */
  arrange?(where: SiteWithDoors, keys: readonly string[]): Promise<unknown>
  /** The first upload is refused already. */
  fromTheFirst?: boolean
  appliesTo?(door: Door, name: string): boolean
}

/** An operator imports on the machine itself, for the user that the command names. */
const byItsUser = (_: Door, name: string) => name !== 'an import of the operator'
const withKey = ({ key }: Door) => key !== 'none'
/** It sends a small picture of its own, of a type that is accepted, which is there already. */
const sendsWhatIsChosen = (_: Door, name: string) => name !== 'the test of a key'

const rules: Record<string, Rule> = {
  'the list of blocked networks': {
    code: 'IP_BLACKLISTED',
    appliesTo: byItsUser,
    async arrange({ site }) {
      const blocked = [{ network: `${clientAddress}/32`, note: '', expiresAtMs: null }]
      await listNetworks(site.ports, commandActor, 'block', blocked)
      await site.setPolicy('upload.accessLists', 'on')
    },
  },
  'whitelist mode': {
    code: 'IP_NOT_WHITELISTED',
    appliesTo: byItsUser,
    async arrange({ site }) {
      await site.setPolicy('upload.accessLists', 'on')
      await site.setPolicy('text.whitelistMode', 'on')
    },
  },
  'a disabled user': {
    code: 'UNAUTHORIZED',
    async arrange({ site }) {
      const other = { name: 'another', password: 'a long enough password', role: 'admin' } as const
      await addUser(site.ports, commandActor, other)
      const user = await site.ports.database.users.byId(site.userId)
      await setUserDisabled(site.ports, commandActor, user!, true)
    },
  },
  'the types of files': {
    code: 'TYPE_NOT_ALLOWED',
    appliesTo: sendsWhatIsChosen,
    arrange: ({ site }) => site.setPolicy('upload.types', 'image/webp'),
  },
  'the size of files': {
    code: 'TOO_LARGE',
    appliesTo: sendsWhatIsChosen,
    arrange: ({ site }) => site.setPolicy('upload.maxBytes', '20'),
  },
  'a quota': {
    code: 'QUOTA_EXCEEDED',
    appliesTo: sendsWhatIsChosen,
    arrange: ({ site }) => site.setQuota(1),
  },
  'the networks of a key': {
    code: 'KEY_BOUND',
    key: { binding: { networks: ['198.51.100.0/24'] } },
    fromTheFirst: true,
    appliesTo: withKey,
  },
  'the rate of a key': { code: 'RATE_LIMITED', key: { uploadsPerMinute: 1 }, appliesTo: withKey },
  'the uploads of a key': {
    code: 'KEY_USED_UP',
    key: { maxUploads: 1 },
    // A dry run counts as none, and what was there before neither.
    appliesTo: (door, name) => withKey(door) && name !== 'a dry run of the API',
  },
  'the files of a key': {
    code: 'KEY_BOUND',
    key: { binding: { maxBytes: 20 } },
    fromTheFirst: true,
    appliesTo: withKey,
  },
  'the permission of a key': {
    code: 'FORBIDDEN',
    key: { permissions: [] },
    fromTheFirst: true,
    appliesTo: withKey,
  },
  'the end of a key': {
    code: 'UNAUTHORIZED',
    appliesTo: withKey,
    async arrange({ site }, keys) {
      for (const key of keys) {
        const holder = await site.ports.database.keys.bySecretHash(hashSecret(site.ports, key))
        await revokeKey(site.ports, commandActor, holder?.key.id ?? '')
      }
    },
  },
}

/** What a page says of a refusal, where no code is told. */
const words: Record<string, RegExp> = {
  IP_BLACKLISTED: /blocked|blacklist/i,
  IP_NOT_WHITELISTED: /not on|whitelist|allow/i,
  UNAUTHORIZED: /revoked or has expired|303|sign/i,
  TYPE_NOT_ALLOWED: /Accepted: WebP/,
  TOO_LARGE: /too large/,
  QUOTA_EXCEEDED: /quota/i,
  KEY_BOUND: /bound|address/,
  RATE_LIMITED: /Too many/,
  KEY_USED_UP: /all of them were made/,
  FORBIDDEN: /lacks the permission/,
}

test.each(Object.entries(rules))('at every door that it concerns stands: %s', async (_name, rule) => {
  await using where = await openSiteWithDoors()
  const { site, images } = where
  const guarded = Object.entries(doors).filter(([name, door]) => rule.appliesTo?.(door, name) ?? true)
  const keyFor = ({ key }: Door, given?: Partial<NewKey>) =>
    site.createKey({ isGuestLink: key === 'guest link', defaultCategoryId: site.categoryId, ...given })
  const keys: string[] = []
  for (const [name, door] of guarded) {
    const key = await keyFor(door, rule.key)
    keys.push(key)
    const first = rule.fromTheFirst ? await keyFor(door) : key
    expect(`${name}: ${await door.send(where, first)}`).toBe(`${name}: accepted`)
  }
  await rule.arrange?.(where, keys)
  const before = images()
  for (const [index, [name, door]] of guarded.entries()) {
    const told = await door.send(where, keys[index]!)
    if (told !== rule.code) expect(`${name}: ${told}`).toMatch(words[rule.code]!)
    expect(images()).toBe(before)
  }
})

test('every caller of upload and tryUpload is one of these doors', async () => {
  const callers = new Set<string>()
  for await (const path of new Bun.Glob('{apps,packages}/*/src/**/*.{ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, path)).text()
    const imported = [...text.matchAll(/import \{([^}]*)\} from '@pictoglyph\/site\/upload'/g)].flatMap(
      ([, names = '']) => names.split(',').map((each) => each.trim().split(' as ')[0]),
    )
    if (imported.includes('upload') || imported.includes('tryUpload')) callers.add(path)
    if (!path.startsWith('packages/')) expect(text).not.toMatch(/\.images\.(record|repeat)\(/)
  }
  expect([...callers].sort()).toEqual([...new Set(Object.values(doors).map(({ source }) => source))].sort())
})
