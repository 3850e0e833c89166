import { expect, test } from 'bun:test'
import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import { gif, onePixelFrame } from '@pictoglyph/media/test/build/gif'
import { setUserDisabled } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { revokeKey } from '@pictoglyph/site/keys'
import type { FailureCode } from '@pictoglyph/site/language/failure'
import type { PolicyKey } from '@pictoglyph/site/policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { type PostedUpload, postUpload } from '../post-upload.ts'
import { joined, pngChunk, pngFile, pngHeader, pngOf, pngSignature } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const photograph = Bun.file(`${import.meta.dir}/../../../../examples/photograph.jpg`)
const nothing = { blobs: 0, unfinished: 0, images: 0 }

const uploadTo = (site: SiteFixture, upload: Partial<PostedUpload> = {}) =>
  postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
    ...upload,
  })

test('an upload returns an id, a link, a page and copy formats', async () => {
  await using site = await openSite()
  const { status, body } = await uploadTo(site, { fields: { categoryId: site.categoryId, title: 'Sea' } })
  expect(status).toBe(200)
  expect(body.ok).toBe(true)
  const { id, url, pageUrl, formats } = body.data
  expect(id).toMatch(/^[0-9A-Za-z]{14}$/)
  expect(url).toBe(`${site.url}/i/${id}.png`)
  expect(pageUrl).toBe(`${site.url}/p/${id}`)
  expect(formats).toMatchObject({ url, markdown: `![Sea](${url})`, bbcode: `[img]${url}[/img]` })
  expect(body.data).not.toHaveProperty('deduped')
})

test('the link of a photograph returns its exact bytes', async () => {
  await using site = await openSite()
  const file = new File([await photograph.arrayBuffer()], 'photograph.jpg')
  await site.setPolicy('upload.metadata', 'keep')
  const { body } = await uploadTo(site, { file })
  const answer = await fetch(body.data.url)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await photograph.arrayBuffer()))).toBe(
    true,
  )
})

test('the same bytes again are the existing image, and nothing of it changes', async () => {
  await using site = await openSite()
  const first = await uploadTo(site, { fields: { categoryId: site.categoryId, title: 'First' } })
  const again = await uploadTo(site, { fields: { categoryId: site.categoryId, title: 'Second' } })
  expect(again.status).toBe(200)
  expect(again.body.data).toEqual({ ...first.body.data, deduped: true })
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('50 identical uploads at once make one image', async () => {
  await using site = await openSite()
  const answers = await Promise.all(Array.from({ length: 50 }, () => uploadTo(site)))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.data.deduped === undefined)).toHaveLength(1)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('a duplicate is added to the album that it names', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Holiday')
  const first = await uploadTo(site)
  const again = await uploadTo(site, { fields: { categoryId: site.categoryId, albumId } })
  expect(again.body.data.deduped).toBe(true)
  const { items } = await site.ports.database.images.list({ albumId, limit: 10 })
  expect(items.map(({ id }) => id)).toEqual([first.body.data.id])
})

test('two owners share stored bytes and neither learns of the other', async () => {
  await using site = await openSite()
  const stranger = await site.addUser('stranger')
  const mine = await uploadTo(site)
  const theirs = await uploadTo(site, { key: await site.createKey({ userId: stranger }) })
  expect(theirs.body.data).not.toHaveProperty('deduped')
  expect(theirs.body.data.id).not.toBe(mine.body.data.id)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 2 })
})

test("with the scope of the site another owner's image is the answer", async () => {
  await using site = await openSite()
  await site.setPolicy('upload.dedupScope', 'site')
  const mine = await uploadTo(site)
  const key = await site.createKey({ userId: await site.addUser('stranger') })
  const theirs = await uploadTo(site, { key })
  expect(theirs.body.data).toMatchObject({ id: mine.body.data.id, deduped: true })
})

test('every key that is not in force gets the same 401', async () => {
  await using site = await openSite()
  const { ports } = site
  const keyOf = async (userId = site.userId) => {
    const secret = await site.createKey({ userId })
    const [newest] = (await ports.database.keys.list(userId)).sort((a, b) => b.createdAtMs - a.createdAtMs)
    return { secret, id: newest?.id ?? '' }
  }
  const revoked = await keyOf(await site.addUser('revoked'))
  await revokeKey(ports, commandActor, revoked.id)
  const disabledUser = await site.addUser('disabled')
  const ofDisabled = await keyOf(disabledUser)
  const user = await ports.database.users.byId(disabledUser)
  if (user === undefined) throw new Error('no user')
  await setUserDisabled(ports, commandActor, user, true)
  const nowMs = Date.now()
  const expired = await site.createKey({ expiresAtMs: nowMs - 1_000 }, nowMs - 2_000)

  const unknown = `pgl_${'0'.repeat(33)}`
  const texts = new Set<string>()
  for (const key of ['', 'nonsense', unknown, revoked.secret, ofDisabled.secret, expired]) {
    const answer = await uploadTo(site, { key })
    expect(answer.status).toBe(401)
    texts.add(answer.text)
  }
  expect(texts.size).toBe(1)
  const bare = await fetch(`${site.url}/api/v1/upload`, { method: 'POST' })
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toBe('Bearer realm="pictoglyph"')
  expect(await site.kept()).toEqual(nothing)
})

test('a key without the permission gets 403', async () => {
  await using site = await openSite()
  const { status, body } = await uploadTo(site, { key: await site.createKey({ permissions: [] }) })
  expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN'])
})

interface Refusal {
  name: string
  prepare?: (site: SiteFixture) => Promise<Partial<PostedUpload>> | Partial<PostedUpload>
  code: string
}

const png = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'a.png', { type: 'image/png' })
const refusals: Refusal[] = [
  {
    name: 'no file',
    code: 'FILE_MISSING',
    prepare: ({ categoryId }) => ({ file: undefined as never, fields: { categoryId } }),
  },
  { name: 'an empty file', code: 'FILE_MISSING', prepare: () => ({ file: png(new Uint8Array()) }) },
  { name: 'no category', code: 'CATEGORY_MISSING', prepare: () => ({ fields: {} }) },
  { name: 'an empty category', code: 'CATEGORY_MISSING', prepare: () => ({ fields: { categoryId: '' } }) },
  {
    name: 'an unknown category',
    code: 'CATEGORY_UNAVAILABLE',
    prepare: () => ({ fields: { categoryId: "x' OR 1=1" } }),
  },
  {
    name: 'a disabled category',
    code: 'CATEGORY_UNAVAILABLE',
    async prepare(site) {
      await runAction(site.ports, {
        actor: commandActor,
        thing: category,
        verb: 'disable',
        id: site.categoryId,
      })
      return {}
    },
  },
  {
    name: 'an unknown album',
    code: 'ALBUM_NOT_ALLOWED',
    prepare: ({ categoryId }) => ({ fields: { categoryId, albumId: 'nowhere' } }),
  },
  {
    name: "someone else's album",
    code: 'ALBUM_NOT_ALLOWED',
    prepare: async (site) => ({
      fields: {
        categoryId: site.categoryId,
        albumId: await site.addAlbum('Theirs', await site.addUser('stranger')),
      },
    }),
  },
  {
    name: 'a type that the policy does not allow',
    code: 'TYPE_NOT_ALLOWED',
    async prepare(site) {
      await site.setPolicy('upload.types', 'gif,webp')
      return {}
    },
  },
  {
    name: 'a page that calls itself an image',
    code: 'TYPE_NOT_ALLOWED',
    prepare: () => ({ file: new File(['<html><script>1</script>'], 'a.png', { type: 'image/png' }) }),
  },
  {
    name: 'an SVG',
    code: 'TYPE_NOT_ALLOWED',
    prepare: () => ({
      file: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }),
    }),
  },
  {
    name: 'a file that is cut short',
    code: 'INVALID_IMAGE',
    prepare: () => ({ file: png(pngOf(1).slice(0, -5)) }),
  },
  {
    name: 'a title with a NUL',
    code: 'BAD_REQUEST',
    prepare: ({ categoryId }) => ({ fields: { categoryId, title: 'a\0b' } }),
  },
]

for (const { name, prepare, code } of refusals) {
  test(`${name} is refused as ${code}, and nothing is kept`, async () => {
    await using site = await openSite()
    const { status, body } = await uploadTo(site, (await prepare?.(site)) ?? {})
    expect([status, body.ok, body.error?.code]).toEqual([400, false, code])
    expect(body.error?.message.length).toBeGreaterThan(10)
    expect(await site.kept()).toEqual(nothing)
  })
}

const moving = joined([gif(3, 2, onePixelFrame(), onePixelFrame())])
const bounds: [PolicyKey, number, FailureCode][] = [
  ['upload.maxBytes', moving.length, 'TOO_LARGE'],
  ['upload.maxSide', 3, 'INVALID_IMAGE'],
  ['upload.maxPixels', 6, 'INVALID_IMAGE'],
  ['upload.maxFrames', 2, 'INVALID_IMAGE'],
]

test.each(bounds)('a picture of just %s is taken, and none beyond it', async (key, bound, code) => {
  await using site = await openSite()
  const file = new File([moving], 'moving.gif')
  await site.setPolicy(key, String(bound - 1))
  expect((await uploadTo(site, { file })).body.error?.code).toBe(code)
  expect(await site.kept()).toEqual(nothing)
  await site.setPolicy(key, String(bound))
  expect((await uploadTo(site, { file })).status).toBe(200)
})

test('pixels of more than 32 bits count twice', async () => {
  await using site = await openSite()
  const header = pngHeader({ width: 3, height: 2, depth: 16, colourType: 2, interlaced: false })
  const pixels = pngChunk('IDAT', deflateSync(new Uint8Array(2 * (1 + 3 * 6))))
  const end = pngChunk('IEND', new Uint8Array())
  const file = new File([joined([pngSignature, pngChunk('IHDR', header), pixels, end])], 'deep.png')
  await site.setPolicy('upload.maxPixels', '11')
  expect((await uploadTo(site, { file })).body.error?.code).toBe('INVALID_IMAGE')
  await site.setPolicy('upload.maxPixels', '12')
  expect((await uploadTo(site, { file })).status).toBe(200)
})

test('parts come in any order, unknown fields and files are ignored', async () => {
  await using site = await openSite()
  const form = new FormData()
  form.set('attachment', new File(['x'.repeat(100_000)], '../../etc/passwd'))
  form.set('ssl', '1')
  form.set('file', pngFile(2))
  form.set('strategy_id', '7')
  form.set('categoryId', site.categoryId)
  const answer = await fetch(`${site.url}/api/v1/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.apiKey}` },
    body: form,
  })
  expect(answer.status).toBe(200)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('a failed upload never blocks a later one of the same bytes', async () => {
  await using site = await openSite()
  expect((await uploadTo(site, { fields: { categoryId: 'nowhere' } })).status).toBe(400)
  const { status, body } = await uploadTo(site)
  expect(status).toBe(200)
  expect(body.data).not.toHaveProperty('deduped')
  expect((await fetch(body.data.url)).status).toBe(200)
})

test('without a category, or with an empty one, the default of the key counts', async () => {
  await using site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  for (const [number, fields] of [{}, { categoryId: '' }].entries()) {
    const { status, body } = await postUpload(site.url, { key, file: pngFile(number), fields })
    expect(status).toBe(200)
    expect((await site.ports.database.images.byId(body.data.id))?.categoryId).toBe(site.categoryId)
  }
})
