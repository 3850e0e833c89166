import { expect, test } from 'bun:test'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages } from '@pictoglyph/site/images'
import { type Finished, pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

function imageCommand(site: SiteFixture, ...words: string[]): Promise<Finished> {
  return pictoglyph(placesOf(site), ['image', ...words])
}

async function answerOf(site: SiteFixture, ...words: string[]) {
  const { code, out, err } = await imageCommand(site, ...words, '--json')
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

/** Uploads an image, the administrator's where nothing else is given, and returns what was answered. */
async function upload(site: SiteFixture, seed: number, key = site.apiKey) {
  const { body } = await postUpload(site.url, {
    key,
    file: pngFile(seed),
    fields: { categoryId: site.categoryId, title: `Picture ${seed}` },
  })
  if (body.data === undefined) throw new Error(JSON.stringify(body))
  return body.data
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

test('an operator finds images of all users, and one by any of its links', async () => {
  await using site = await openSite()
  const bob = await site.addUser('bob')
  const first = await upload(site, 1)
  const theirs = await upload(site, 2, await site.createKey({ userId: bob }))
  const titles = async (...words: string[]) =>
    (await answerOf(site, 'list', ...words)).map(({ title }: { title: string }) => title)
  expect((await titles()).sort()).toEqual(['Picture 1', 'Picture 2'])
  expect(await titles('--owner', 'bob')).toEqual(['Picture 2'])
  expect(await titles('--limit', '1')).toHaveLength(1)
  expect((await imageCommand(site, 'list', '--limit', '1')).err).toContain('There are more')
  expect((await imageCommand(site, 'list', '--limit', '2')).err).toBe('')
  expect(await titles('--deleted')).toEqual([])
  for (const written of [
    theirs.id,
    theirs.url,
    `${site.url}/p/${theirs.id}?x=1`,
    `/i/${theirs.id}/thumbnail`,
  ]) {
    expect(await answerOf(site, 'show', written)).toMatchObject({
      id: theirs.id,
      owner: 'bob',
      title: 'Picture 2',
      category: 'general',
      type: 'image/png',
      deletedAt: null,
    })
  }
  expect(await imageCommand(site, 'show', 'unknown')).toMatchObject({ code: 1, out: '' })
  expect(await imageCommand(site, 'list', '--limit', '0')).toMatchObject({ code: 1, out: '' })
  expect(await statusOf(first.url)).toBe(200)
})

test('what an operator takes down only operators put back, with its bytes', async () => {
  await using site = await openSite()
  const bob = await site.addUser('bob')
  const images = [await upload(site, 1), await upload(site, 2, await site.createKey({ userId: bob }))]
  const ids = images.map(({ id }) => id)
  const [mine, theirs] = images.map(({ url }) => url)
  expect((await imageCommand(site, 'delete', mine!, 'unknown')).code).toBe(1)
  expect(await statusOf(mine!)).toBe(200)

  expect(await answerOf(site, 'delete', mine!, theirs!)).toEqual({ ok: true, ids, forGood: false })
  expect(await Promise.all([mine!, theirs!].map(statusOf))).toEqual([404, 404])
  expect(await answerOf(site, 'list', '--deleted')).toHaveLength(0)
  expect(await answerOf(site, 'list', '--taken-down')).toMatchObject(
    ids.toReversed().map((id) => ({ id, reason: 'no reason was given' })),
  )
  expect((await imageCommand(site, 'take-down', mine!)).code).toBe(1)
  expect(upload(site, 1)).rejects.toThrow('no reason was given')
  expect(await answerOf(site, 'restore', mine!, theirs!)).toEqual({ ok: true, ids })
  expect(await Promise.all([mine!, theirs!].map(statusOf))).toEqual([200, 200])
  const again = await imageCommand(site, 'restore', mine!)
  expect([again.code, again.out, again.err]).toEqual([
    0,
    'Restored: none.\n',
    expect.stringContaining('was not deleted'),
  ])
})

test('what an operator deletes for good nobody can restore, and its files are gone', async () => {
  await using site = await openSite()
  const image = await upload(site, 1)
  await upload(site, 2)
  expect(await site.kept()).toMatchObject({ blobs: 2, images: 2 })
  expect(await answerOf(site, 'delete', '--for-good', image.url)).toEqual({
    ok: true,
    ids: [image.id],
    forGood: true,
  })
  expect(await statusOf(image.url)).toBe(404)
  expect(await site.kept()).toMatchObject({ blobs: 1, images: 1 })
  expect((await imageCommand(site, 'restore', image.id)).code).toBe(1)
})

test('a collection removes at once what was deleted longer ago than it is told', async () => {
  await using site = await openSite()
  const { id } = await upload(site, 1)
  await deleteImages(site.ports, commandActor, site.userId, [id])
  const collect = async (...words: string[]) =>
    JSON.parse((await pictoglyph(placesOf(site), ['gc', ...words, '--delay', '0s', '--json'])).out)
  expect(await collect('--deleted-for', '1h')).toMatchObject({ purgedImages: 0, removedBlobs: 0 })
  expect(await collect('--deleted-for', '0s')).toMatchObject({ purgedImages: 1, removedBlobs: 1 })
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('an image says which key sent it, as long as the key is known, and is found by the key or its id', async () => {
  await using site = await openSite()
  const key = await site.createKey({ name: 'camera' })
  const { id } = await upload(site, 1, key)
  const other = await upload(site, 2)
  const shown = await answerOf(site, 'show', id)
  expect(shown.keyName).toBe('camera')
  const idsBy = async (...words: string[]) =>
    (await answerOf(site, 'list', ...words)).map((image: { id: string }) => image.id)
  expect(await idsBy('--key', key)).toEqual([id])
  expect(await idsBy('--key', shown.keyId)).toEqual([id])
  expect(await idsBy('--key', shown.keyId, '--sha256', shown.sha256)).toEqual([id])
  const { sha256 } = await answerOf(site, 'show', other.id)
  expect(await idsBy('--key', shown.keyId, '--sha256', sha256)).toEqual([])
  expect(await idsBy('--key', shown.keyId, '--owner', 'admin')).toEqual([id])
  await imageCommand(site, 'delete', id)
  expect([await idsBy('--key', key), await idsBy('--key', key, '--taken-down')]).toEqual([[], [id]])
  const unknown = await imageCommand(site, 'list', '--key', 'nobody')
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.err).toContain('The key "nobody" was not found')
})
