import { expect, test } from 'bun:test'
import { findUser, setUserDisabled } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { revokeKey } from '@pictoglyph/site/keys'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { openRawUpload, type RawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import { pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const patient = { maxInFlight: 3, maxOfOneUser: 3, idleMs: 20_000, overallMs: 20_000 }
const boundary = 'frontier'
const bodyBytes = 20_000
const opening = [
  `--${boundary}\r\nContent-Disposition: form-data; name="categoryId"\r\n\r\ngeneral\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
].join('')

/** Starts an upload. */
function openUpload({ url, apiKey }: Pick<SiteFixture, 'url' | 'apiKey'>): Promise<RawUpload> {
  const head = [
    'POST /api/v1/upload HTTP/1.1',
    `Host: ${new URL(url).hostname}`,
    `Authorization: Bearer ${apiKey}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bodyBytes}`,
  ]
  return openRawUpload({ url, head, opening })
}

/** The rest of an upload after its opening: a picture, and a field that fills up the length. */
function restOfUpload(): Uint8Array {
  const png = pngOf(1)
  const more = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="more"\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const filling = bodyBytes - opening.length - png.length - more.length - end.length
  return Buffer.concat([png, Buffer.from(more + 'x'.repeat(filling) + end)])
}

/** Waits until the server is receiving this many files. */
async function receiving(site: SiteFixture, files: number): Promise<void> {
  while ((await site.kept()).unfinished < files) await Bun.sleep(1)
}

const nothing = { blobs: 0, unfinished: 0, images: 0 }

/** Counts what remains after the server had time to clean up. */
async function leftBehind(site: SiteFixture): Promise<typeof nothing> {
  for (let tries = 0; tries < 500; tries += 1) {
    if ((await site.kept()).unfinished === 0) break
    await Bun.sleep(20)
  }
  return site.kept()
}

test('an upload that stalls is ended with 408 and leaves nothing behind', async () => {
  await using site = await openSite({ uploads: { ...patient, idleMs: 150 } })
  const upload = await openUpload(site)
  upload.send(pngOf(1).slice(0, 20))
  const answer = await upload.answer
  expect(answer).toStartWith('HTTP/1.1 408 ')
  expect(answer).toContain('"code":"UPLOAD_STALLED"')
  upload.close()
  expect(await leftBehind(site)).toEqual(nothing)
})

test('an upload that drips for longer than the deadline is ended', async () => {
  await using site = await openSite({ uploads: { ...patient, overallMs: 600 } })
  const upload = await openUpload(site)
  const drip = setInterval(() => upload.send('x'), 40)
  expect(await upload.answer).toContain('took too long')
  clearInterval(drip)
  upload.close()
  expect(await leftBehind(site)).toEqual(nothing)
})

test('an upload whose sender goes away leaves nothing behind', async () => {
  await using site = await openSite({ uploads: patient })
  const upload = await openUpload(site)
  upload.send(pngOf(1).slice(0, 20))
  await receiving(site, 1)
  upload.close()
  expect(await leftBehind(site)).toEqual(nothing)
})

test('uploads beyond the bound get 503 with Retry-After before their body is read', async () => {
  await using site = await openSite({ uploads: patient })
  const held = await Promise.all(Array.from({ length: patient.maxInFlight }, () => openUpload(site)))
  for (const upload of held) upload.send(pngOf(1).slice(0, 20))
  await receiving(site, held.length)
  const refused = await openUpload(site)
  const answer = await refused.answer
  expect(answer).toStartWith('HTTP/1.1 503')
  expect(answer).toMatch(/retry-after: \d+/i)
  expect(answer).toContain('"code":"OVERLOADED"')
  for (const upload of [...held, refused]) upload.close()
  expect(await leftBehind(site)).toEqual(nothing)
})

test("one user's uploads leave places to the others, whatever number of keys they come with", async () => {
  await using site = await openSite({ uploads: { ...patient, maxOfOneUser: 2 } })
  const begun = async (apiKey: string): Promise<RawUpload> => {
    const upload = await openUpload({ url: site.url, apiKey })
    upload.send(pngOf(1).slice(0, 20))
    return upload
  }
  const held = [await begun(site.apiKey), await begun(await site.createKey())]
  await receiving(site, 2)
  const third = await begun(site.apiKey)
  expect(await third.answer).toContain('"code":"OVERLOADED"')
  held.push(await begun(await site.createKey({ userId: await site.addUser('mei') })))
  await receiving(site, 3)
  for (const upload of [...held, third]) upload.close()
  expect(await leftBehind(site)).toEqual(nothing)
})

const ends: { what: string; end: (ports: SitePorts, userId: string) => Promise<void> }[] = [
  {
    what: 'key is revoked',
    async end(ports, userId) {
      for (const { id } of await ports.database.keys.list(userId)) await revokeKey(ports, commandActor, id)
    },
  },
  {
    what: 'user is disabled',
    end: async (ports, userId) => setUserDisabled(ports, commandActor, await findUser(ports, userId), true),
  },
]

test.each(ends)(
  'an upload whose $what while it arrives is refused and leaves nothing behind',
  async ({ end }) => {
    await using site = await openSite({ uploads: patient })
    const userId = await site.addUser('mei')
    using upload = await openUpload({ url: site.url, apiKey: await site.createKey({ userId }) })
    const rest = restOfUpload()
    upload.send(rest.subarray(0, 20))
    await receiving(site, 1)
    await end(site.ports, userId)
    upload.send(rest.subarray(20))
    expect(await upload.answer).toStartWith('HTTP/1.1 401')
    expect(await leftBehind(site)).toEqual(nothing)
  },
)

test('an upload that arrives slowly under a key in force is kept', async () => {
  await using site = await openSite({ uploads: patient })
  using upload = await openUpload(site)
  const rest = restOfUpload()
  upload.send(rest.subarray(0, 20))
  await receiving(site, 1)
  upload.send(rest.subarray(20))
  expect(await upload.answer).toStartWith('HTTP/1.1 200')
})
