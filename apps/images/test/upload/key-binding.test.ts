import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import type { KeyBinding } from '@pictoglyph/site/language/records'
import { runAction } from '@pictoglyph/site/things/run-action'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** The code of the refusal for a key with this binding, or 'accepted'. */
async function outcomeOf(site: SiteFixture, binding: KeyBinding, albumId?: string): Promise<string> {
  const key = await site.createKey({ binding })
  const fields = { categoryId: site.categoryId, ...(albumId && { albumId }) }
  const { status, body } = await postUpload(site.url, { key, file: pngFile(1), fields })
  if (body.error === undefined) return 'accepted'
  expect(status).toBe(403)
  return body.error.code
}

test('a key bound to categories uploads to them alone', async () => {
  await using site = await openSite()
  expect(await outcomeOf(site, { categoryIds: [site.categoryId] })).toBe('accepted')
  const elsewhere = await runAction(site.ports, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'Elsewhere',
  })
  expect(await outcomeOf(site, { categoryIds: [elsewhere.id] })).toBe('KEY_BOUND')
})

test('a key bound to albums uploads into them alone, and into a single one without naming it', async () => {
  await using site = await openSite()
  const [mine, other] = [await site.addAlbum('Mine'), await site.addAlbum('Other')]
  expect(await outcomeOf(site, { albumIds: [mine] }, mine)).toBe('accepted')
  expect(await outcomeOf(site, { albumIds: [mine] }, other)).toBe('KEY_BOUND')
  expect(await outcomeOf(site, { albumIds: [mine] })).toBe('accepted')
  expect(await outcomeOf(site, { albumIds: [mine, other] })).toBe('KEY_BOUND')
})

test('a key bound to types and a size takes no other files', async () => {
  await using site = await openSite()
  const maxBytes = pngOf(1).length
  expect(await outcomeOf(site, { types: ['image/png'], maxBytes })).toBe('accepted')
  expect(await outcomeOf(site, { types: ['image/jpeg'] })).toBe('KEY_BOUND')
  expect(await outcomeOf(site, { maxBytes: maxBytes - 1 })).toBe('KEY_BOUND')
})

test('a key bound to networks works only from these', async () => {
  await using site = await openSite()
  expect(await outcomeOf(site, { networks: ['127.0.0.0/8', '::1/128'] })).toBe('accepted')
  expect(await outcomeOf(site, { networks: ['192.0.2.0/24'] })).toBe('KEY_BOUND')
})
