import { expect, test } from 'bun:test'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { createApiKeySecret } from '@pictoglyph/site/keys/key-gate'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

const command = (site: SiteFixture, ...words: string[]) => pictoglyph(placesOf(site), words)

async function upload(site: SiteFixture, seed: number, key: string) {
  const fields = { categoryId: site.categoryId }
  return (await postUpload(site.url, { key, file: pngFile(seed), fields })).body.data
}

test('a key is found and revoked by the key itself, which is never shown', async () => {
  await using site = await openSite()
  const leaked = await site.createKey({ name: 'leaked' })
  await site.createKey({ name: 'other' })
  const listed = await command(site, 'key', 'list', leaked, '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ name: 'leaked', revokedAt: null }])
  const revoked = await command(site, 'key', 'revoke', leaked)
  expect(revoked.code).toBe(0)
  const [{ id, revokedAt }] = JSON.parse((await command(site, 'key', 'list', leaked, '--json')).out)
  expect(revokedAt).toEqual(expect.any(String))
  expect(revoked.out).toContain(id)
  const { status } = await postUpload(site.url, { key: leaked, file: pngFile(1) })
  expect(status).toBe(401)

  const unknown = createApiKeySecret({ createSha256 })
  for (const key of [unknown, unknown.slice(0, -3), ` ${unknown.toUpperCase()}`]) {
    for (const verb of ['revoke', 'list']) {
      const refused = await command(site, 'key', verb, key)
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('The key that was given was not found'),
      ])
      expect(refused.out + refused.err).not.toContain(key.trim())
    }
  }
  expect(revoked.out + revoked.err + listed.out).not.toContain(leaked)
  expect((await command(site, 'key', 'revoke', 'unknown')).err).toContain('The key "unknown"')
}, 60_000)

test('all copies of a picture are taken down at once, whoever owns them, and the audit log tells whose they were', async () => {
  await using site = await openSite()
  const bob = await site.addUser('bob')
  const bobsKey = await site.createKey({ userId: bob })
  const [mine, theirs, other] = [
    await upload(site, 1, site.apiKey),
    await upload(site, 1, bobsKey),
    await upload(site, 2, bobsKey),
  ]
  const { sha256 } = JSON.parse((await command(site, 'image', 'show', mine.id, '--json')).out)
  const copies = async (...words: string[]) =>
    JSON.parse((await command(site, 'image', 'list', '--sha256', sha256, ...words, '--json')).out)
      .map(({ id }: { id: string }) => id)
      .toSorted()
  expect(await copies()).toEqual([mine.id, theirs.id].toSorted())
  expect(await copies('--owner', 'bob')).toEqual([theirs.id])

  const taken = await command(site, 'image', 'delete', '--for-good', '--all-copies', mine.url, '--json')
  expect(JSON.parse(taken.out).ids.toSorted()).toEqual([mine.id, theirs.id].toSorted())
  const statuses = [mine, theirs, other].map(async ({ url }) => (await fetch(url)).status)
  expect(await Promise.all(statuses)).toEqual([404, 404, 200])
  expect(await copies()).toEqual([])
  expect(await site.kept()).toMatchObject({ blobs: 1, images: 1 })
  for (const action of ['image.takeDown', 'image.purge']) {
    const { items } = await site.ports.database.audit.list({ action, limit: 10 })
    expect(items.map(({ before }) => before)).toEqual(
      expect.arrayContaining([
        { ownerId: site.userId, owner: 'admin', sha256: [sha256] },
        { ownerId: bob, owner: 'bob', sha256: [sha256] },
      ]),
    )
  }
}, 60_000)
