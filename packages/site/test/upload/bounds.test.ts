import { afterAll, beforeAll, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { bytesOf } from '@pictoglyph/media/test/build/bytes'
import { apng, chunk, header, imageEnd, png, pngSignature } from '@pictoglyph/media/test/build/png'
import { samples } from '@pictoglyph/media/test/samples'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { Failure } from '../../src/language/failure.ts'
import type { KeyBinding } from '../../src/language/records.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import type { PolicyKey } from '../../src/policy/policy.ts'
import { shownSize, storeBytes } from '../../src/upload/store.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const hashOf = (bytes: Uint8Array) => createSha256().update(bytes).digest('hex')
const plain = png(5, 4)
const moving = apng(5, 4, 3)
/** Its samples have 16 bits, so that its pixels count twice. */
const deep = bytesOf(
  pngSignature,
  header(5, 4, 16, 6),
  chunk('IDAT', new Uint8Array(deflateSync(new Uint8Array((1 + 5 * 8) * 4)))),
  imageEnd,
)

let site: SiteOnDisk
beforeAll(async () => {
  site = await openSiteOnDisk()
})
afterAll(() => site[Symbol.asyncDispose]())

/** What becomes of a file, and of its hash while its image exists. */
async function outcomes(file: Uint8Array, binding?: KeyBinding): Promise<{ file: string; hash: string }> {
  const key = binding && (await site.createKey({ name: 'bound', binding }))
  const outcomeOf = (given: Parameters<SiteOnDisk['incoming']>[0]) =>
    upload(site.ports, site.incoming({ ...given, key })).then(
      () => 'taken',
      ({ code, message }) => `${code} ${message}`.replace(/ .*: /, ' '),
    )
  return { file: await outcomeOf({ file }), hash: await outcomeOf({ fields: { sha256: hashOf(file) } }) }
}

const missing = 'FILE_MISSING send it as the form field "file".'

/** Policies under which a file just fits, and one under which it does not. A hash is taken if its file surely would be. */
const policies: [PolicyKey, Uint8Array, fits: string, tooSmall: string, refusal: string, forHash: string][] =
  [
    ['upload.maxSide', plain, '5', '4', 'INVALID_IMAGE it is 5 × 4 pixels; a side may have 4.', '5'],
    ['upload.maxPixels', plain, '20', '19', 'INVALID_IMAGE it is 5 × 4 pixels; 19 pixels are allowed.', '40'],
    ['upload.maxPixels', deep, '40', '38', 'INVALID_IMAGE it is 5 × 4 pixels; 19 pixels are allowed.', '40'],
    ['upload.maxFrames', moving, '3', '2', 'INVALID_IMAGE it has 3 frames; 2 are allowed.', '3'],
  ]

for (const [policy, file, fits, tooSmall, refusal, forHash] of policies) {
  test(`a file that just fits ${policy} ${fits} is taken, and is refused under ${tooSmall}`, async () => {
    const old = String(site.ports.snapshot().policy[policy])
    try {
      await site.setPolicy(policy, fits)
      expect((await outcomes(file)).file).toBe('taken')
      await site.setPolicy(policy, tooSmall)
      expect(await outcomes(file)).toEqual({ file: refusal, hash: missing })
      await site.setPolicy(policy, forHash)
      expect((await outcomes(file)).hash).toBe('taken')
      await site.setPolicy(policy, String(Number(forHash) - 1))
      expect((await outcomes(file)).hash).toBe(missing)
    } finally {
      await site.setPolicy(policy, old)
    }
  })
}

test('a file of the largest size is taken, and one byte more is refused, by policy and by key', async () => {
  const { length } = plain
  const old = String(site.ports.snapshot().policy['upload.maxBytes'])
  await site.setPolicy('upload.maxBytes', String(length))
  expect(await outcomes(plain)).toEqual({ file: 'taken', hash: 'taken' })
  await site.setPolicy('upload.maxBytes', String(length - 1))
  expect(await outcomes(plain)).toEqual({
    file: expect.stringContaining('TOO_LARGE'),
    hash: missing,
  })
  await site.setPolicy('upload.maxBytes', old)
  expect(await outcomes(plain, { maxBytes: length })).toEqual({ file: 'taken', hash: 'taken' })
  expect(await outcomes(plain, { maxBytes: length - 1 })).toEqual({
    file: `KEY_BOUND it is bound to files of ${length - 1} bytes.`,
    hash: missing,
  })
})

test('a key is bound to types, categories and albums, and says to which', async () => {
  const [one, two] = [
    await addAlbum(site.ports, commandActor, site.admin.id, 'One'),
    await addAlbum(site.ports, commandActor, site.admin.id, 'Two'),
  ]
  expect(await outcomes(plain, { types: ['image/png', 'image/gif'] })).toEqual({
    file: 'taken',
    hash: 'taken',
  })
  expect(await outcomes(plain, { types: ['image/webp', 'image/gif'] })).toEqual({
    file: 'KEY_BOUND it is bound to the types image/webp, image/gif.',
    hash: missing,
  })
  expect((await outcomes(plain, { categoryIds: ['general'] })).file).toBe('taken')
  expect((await outcomes(plain, { albumIds: [one.id] })).file).toBe('taken')
  expect((await outcomes(plain, { albumIds: [one.id, two.id] })).file).toBe(
    `KEY_BOUND it is bound to the albums ${one.id}, ${two.id}.`,
  )
})

test('a body of up to 64 KiB may ask by hash without counting as an upload, and a longer one may not', async () => {
  for (const [announcedBytes, isUpload] of [
    [65_535, false],
    [65_536, false],
    [65_537, true],
  ] as const) {
    const key = await site.createKey({ name: 'slow', uploadsPerMinute: 1 })
    const asked = { key, announcedBytes, fields: { sha256: 'ab'.repeat(32) } }
    await expect(upload(site.ports, site.incoming(asked))).rejects.toMatchObject({ code: 'FILE_MISSING' })
    const after = upload(site.ports, site.incoming({ key, file: plain })).then(
      () => false,
      ({ code }) => code === 'RATE_LIMITED',
    )
    expect([announcedBytes, await after]).toEqual([announcedBytes, isUpload])
  }
})

test('a key that has reached its rate is refused before its body is read, whatever comes', async () => {
  const key = await site.createKey({ name: 'slow', uploadsPerMinute: 1 })
  await upload(site.ports, site.incoming({ key, file: plain }))
  for (const announcedBytes of [undefined, 0, 65_537]) {
    let isRead = false
    const meanwhile = async () => {
      isRead = true
    }
    const refused = upload(site.ports, site.incoming({ key, file: plain, announcedBytes, meanwhile }))
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', facts: { limit: 1 } })
    expect(isRead).toBe(false)
  }
})

test('an upload that fails while it arrives counts once', async () => {
  for (const announcedBytes of [undefined, 65_537]) {
    const key = await site.createKey({ name: 'slow', uploadsPerMinute: 2 })
    const meanwhile = async () => {
      throw new Error('cut')
    }
    const incoming = site.incoming({ key, file: plain, announcedBytes, meanwhile })
    await expect(upload(site.ports, incoming)).rejects.toThrow('cut')
    await upload(site.ports, site.incoming({ key, file: plain, announcedBytes }))
    await expect(upload(site.ports, site.incoming({ key, file: plain }))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  }
})

test('bytes that are removed again and again are put twenty times, and then refused', async () => {
  const seen: number[] = []
  const stored = storeBytes(site.ports, { bytes: plain }, async ({ removalsSeen, sizeBytes }) => {
    expect(sizeBytes).toBe(plain.length)
    seen.push(removalsSeen)
    return { kind: 'blobRemoving' }
  })
  await expect(stored).rejects.toMatchObject({ code: 'OVERLOADED', facts: { retryAfterSeconds: 1 } })
  expect(seen).toEqual(Array.from({ length: 20 }, () => 0))
})

test('an upload waits no longer than it has patience, and then names the end of the removal', async () => {
  const bytes = new TextEncoder().encode('being removed')
  const { database } = site.ports
  for (const [leftMs, retryAfterSeconds] of [
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [60_000, 60],
  ] as const) {
    const untilMs = site.clock.nowMs + leftMs
    expect(await database.blobs.beginRemovals([hashOf(bytes)], 0, untilMs)).toHaveLength(1)
    const record = async () => ({ kind: 'blobRemoving' }) as const
    const waiting = { bytes, patienceMs: leftMs === 1 ? 0 : 5_000, isStopping: () => leftMs !== 1 }
    await expect(storeBytes(site.ports, waiting, record)).rejects.toMatchObject({
      facts: { retryAfterSeconds },
    })
    await database.blobs.abandonRemovals([hashOf(bytes)], untilMs)
  }
})

test('a helper that has no time is to be asked again after half a minute', async () => {
  const jpeg = samples.find(({ name }) => name === 'JPEG')?.bytes ?? plain
  const scanner = { scan: async () => 'failed' as const }
  const endFinder = { findEnd: async () => ({ kind: 'busy' as const }) }
  for (const [ports, file, facts] of [
    [{ scanner }, plain, { retryAfterSeconds: 30, helper: 'scanner' }],
    [{ endFinder }, jpeg.subarray(0, -2), { retryAfterSeconds: 30 }],
  ] as const) {
    const refused = upload({ ...site.ports, ...ports }, site.incoming({ file }))
    await expect(refused).rejects.toMatchObject({ facts: { code: 'OVERLOADED', ...facts } })
  }
})

test('images from the fifth orientation on are turned, but not in WebP', () => {
  const turned = (type: 'image/jpeg' | 'image/webp') =>
    ([1, 2, 3, 4, 5, 6, 7, 8] as const).filter(
      (orientation) => shownSize({ type, width: 2, height: 1, orientation }).width === 1,
    )
  expect(turned('image/jpeg')).toEqual([5, 6, 7, 8])
  expect(turned('image/webp')).toEqual([])
  expect(shownSize({ type: 'image/jpeg', width: 2, height: 1, orientation: 5 })).toEqual({
    width: 1,
    height: 2,
  })
})

test('the kind of a file that is no image shows in its first 512 bytes', async () => {
  const found = async (letters: number) => {
    const file = bytesOf('x'.repeat(letters), '\0')
    const refusal = await upload(site.ports, site.incoming({ file })).catch((error: unknown) => error)
    return refusal instanceof Failure ? refusal.facts : refusal
  }
  expect(await found(511)).toMatchObject({ code: 'TYPE_NOT_ALLOWED', found: 'unknown' })
  expect(await found(512)).toMatchObject({ code: 'TYPE_NOT_ALLOWED', found: 'text' })
})
