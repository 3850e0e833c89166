import { expect, test } from 'bun:test'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { findHolder, hashSecret } from '../../src/keys/key-gate.ts'
import {
  createKey,
  findKeyId,
  findOwnKey,
  type NewKey,
  revokeAllKeys,
  revokeKey,
} from '../../src/keys/keys.ts'
import { maxUploadsOfKey, maxUploadsPerMinute } from '../../src/keys/restrictions.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const plain = ({ admin }: SiteOnDisk): NewKey => ({
  userId: admin.id,
  name: 'test',
  permissions: ['images:upload'],
  defaultCategoryId: 'general',
  clientKind: 'standard',
  binding: {},
})

const refused: [field: string, change: Partial<NewKey>][] = [
  ['permission', { permissions: ['images:delete'] }],
  ['past', { expiresAtMs: 1 }],
  ['9999', { expiresAtMs: Date.UTC(10_000, 0) }],
  ['uploads per minute', { uploadsPerMinute: 0 }],
  ['uploads per minute', { uploadsPerMinute: maxUploadsPerMinute + 1 }],
  ['number of uploads', { maxUploads: 1.5 }],
  ['number of uploads', { maxUploads: maxUploadsOfKey + 1 }],
  ['no image type', { binding: { types: ['image/tiff' as 'image/png'] } }],
  ['at most 100', { binding: { networks: Array.from({ length: 101 }, (_, n) => `192.0.2.${n}`) } }],
  ['at most 100', { binding: { linkNames: Array.from({ length: 101 }, (_, n) => `link-${n}`) } }],
  ['at least 1', { binding: { maxBytes: 0 } }],
  ['the name of a link', { binding: { linkNames: ['no link!'] } }],
  ['network', { binding: { networks: ['nowhere'] } }],
]

test.each(refused)('a key that can’t be is refused: %s', async (says, change) => {
  await using site = await openSiteOnDisk()
  const made = createKey(site.ports, commandActor, { ...plain(site), ...change })
  await expect(made).rejects.toThrow(new RegExp(says, 'i'))
  const kept = await site.ports.database.keys.list(site.admin.id)
  expect(kept.map(({ name }) => name)).toEqual(['first key'])
})

test('a key is bound to what there is', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const bob = await site.addMember('bob')
  const theirs = await addAlbum(ports, commandActor, bob.id, 'Of Bob')
  const create = (change: Partial<NewKey>) => createKey(ports, commandActor, { ...plain(site), ...change })
  await expect(create({ defaultCategoryId: 'cats' })).rejects.toMatchObject({ code: 'CATEGORY_UNAVAILABLE' })
  await expect(create({ binding: { categoryIds: ['cats'] } })).rejects.toMatchObject({
    code: 'CATEGORY_UNAVAILABLE',
  })
  await expect(create({ binding: { albumIds: [theirs.id] } })).rejects.toMatchObject({
    code: 'ALBUM_NOT_ALLOWED',
  })
})

test('the audit log has all of a new key but its secret, in the names of older entries', async () => {
  await using site = await openSiteOnDisk()
  const { key } = await createKey(site.ports, commandActor, { ...plain(site), isGuestLink: true })
  const { items } = await site.ports.database.audit.list({ action: 'key.create', subject: key.id, limit: 1 })
  const { secretHash: _, isGuestLink: isQuiet, ...others } = key
  expect(items.map(({ after }) => after)).toEqual([{ ...others, isQuiet }])
})

test('a key ends when the policy says so, if nothing else is said', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('keys.defaultExpiryDays', '3')
  const { key } = await createKey(site.ports, commandActor, plain(site))
  expect(key.expiresAtMs).toBe(site.clock.nowMs + 3 * 86_400_000)
  const lasting = await createKey(site.ports, commandActor, { ...plain(site), expiresAtMs: null })
  expect(lasting.key.expiresAtMs).toBeNull()
})

test('a key is found by its id and by itself, and no more once it is revoked', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const { key, secret } = await createKey(ports, commandActor, plain(site))
  const other = await createKey(ports, commandActor, plain(site))
  expect(await findKeyId(ports, ` ${secret} `)).toBe(key.id)
  expect(await findKeyId(ports, key.id)).toBe(key.id)
  for (const unknown of ['nokey', `pgl_${'0'.repeat(33)}`]) {
    const error = await findKeyId(ports, unknown).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    if (unknown.startsWith('pgl_')) expect(String(error)).not.toContain(unknown)
  }
  expect((await findOwnKey(ports, admin.id, key.id)).id).toBe(key.id)
  await expect(findOwnKey(ports, 'bob', key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const isInForce = async (one: string) =>
    (await findHolder(ports.database.keys, hashSecret(ports, one), site.clock.nowMs)) !== undefined
  expect([await isInForce(secret), await isInForce(other.secret)]).toEqual([true, true])
  await revokeKey(ports, commandActor, key.id)
  await revokeKey(ports, commandActor, key.id)
  await expect(revokeKey(ports, commandActor, 'nokey')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect([await isInForce(secret), await isInForce(other.secret)]).toEqual([false, true])
  // And the first key of a new site.
  expect(await revokeAllKeys(ports, commandActor, admin.id)).toBe(2)
  expect(await isInForce(other.secret)).toBe(false)
  const entries = (await ports.database.audit.list({ action: 'key.revoke', limit: 9 })).items
  expect(entries.map(({ subject }) => subject)).toEqual([admin.id, key.id])
  expect(JSON.stringify(entries)).not.toContain(key.secretHash)
})
