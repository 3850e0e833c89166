import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, find } from './build/bytes.ts'
import { application, gif, onePixelFrame } from './build/gif.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
import { emptyProfile, tagsOf, withTags } from './build/profile.ts'
import { noise } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const plainProfile = (await sharp(await noise(3).withIccProfile('p3').jpeg().toBuffer()).metadata()).icc!
const profile = withTags(plainProfile, [
  ['mmod', 'mmod\0\0\0\0PlantedSerial!!!'],
  ['ndin', 'ndin\0\0\0\0PlantedColours!!'],
])
const path = join(folder, 'monitor.icc')
writeFileSync(path, profile)

const picture = () => noise(3).resize(32, 32).withIccProfile(path)
const files = {
  JPEG: await picture().jpeg().toBuffer(),
  PNG: await picture().png().toBuffer(),
  WebP: await picture().webp().toBuffer(),
  AVIF: await picture().avif({ effort: 0 }).toBuffer(),
}

describe.each(Object.entries(files))(
  "the profile of a %s that names the photographer's monitor",
  (_, file) => {
    const bytes = new Uint8Array(file)
    const stripped = strip(bytes, 'strip')

    test('loses that, and no tag that describes colour', async () => {
      const tags = tagsOf((await sharp(stripped.bytes).metadata()).icc!)
      expect(tags).toEqual(tagsOf(plainProfile))
      expect(stripped.removed.find(({ kind }) => kind === 'application')?.bytes).toBeGreaterThanOrEqual(72)
      expect(inspect(stripped.bytes)).toMatchObject({ complete: true, trailingBytes: 0 })
    })

    test('shows the same colours', async () => {
      const shown = (each: Uint8Array) => sharp(each).toColourspace('srgb').raw().toBuffer()
      expect((await shown(stripped.bytes)).equals(await shown(bytes))).toBe(true)
    })

    test('has nothing more to lose', () => {
      expect(strip(stripped.bytes, 'strip')).toEqual({ bytes: stripped.bytes, removed: [] })
    })

    test('keeps it where only places go', async () => {
      const kept = strip(bytes, 'location').bytes
      expect(tagsOf((await sharp(kept).metadata()).icc!).get('mmod')).toInclude('PlantedSerial')
    })
  },
)

test('a profile in several segments of a JPEG, out of order, is read as a whole', () => {
  const jpeg = strip(new Uint8Array(files.JPEG), 'strip').bytes
  const bare = bytesOf('\xff\xd8', jpeg.subarray(find(jpeg, '\xff\xdb')))
  const half = profile.length - 10
  const parts = [
    segment(0xe2, 'ICC_PROFILE\0\x02\x02', profile.subarray(half)),
    segment(0xe2, 'ICC_PROFILE\0\x01\x02', profile.subarray(0, half)),
  ]
  const { bytes } = strip(withSegments(bare, parts), 'strip')
  expect(bytes.length).toBe(withSegments(bare, parts).length)
  expect(find(bytes, 'Planted')).toBe(-1)
})

test('a profile in a GIF loses it, and its blocks stay where they are', () => {
  const bytes = gif(1, 1, application('ICCRGBG1012', profile), onePixelFrame())
  const stripped = strip(bytes, 'strip')
  expect(find(bytes, 'PlantedSerial')).toBeGreaterThan(0)
  expect(find(stripped.bytes, 'PlantedSerial')).toBe(-1)
  expect(stripped.bytes.length).toBe(bytes.length)
  expect(inspect(stripped.bytes)).toMatchObject({ complete: true, frames: 1 })
})

test('data that a tag of colour shares with the monitor stay', () => {
  const shared = withTags(plainProfile, [['mmod', 'shared']])
  const view = new DataView(shared.buffer, shared.byteOffset)
  // The monitor's row, the first one, points to the data of the next tag.
  view.setUint32(136, view.getUint32(148))
  view.setUint32(140, view.getUint32(152))
  const jpeg = strip(new Uint8Array(files.JPEG), 'strip').bytes
  const bare = bytesOf('\xff\xd8', jpeg.subarray(find(jpeg, '\xff\xdb')))
  const { bytes } = strip(withSegments(bare, segment(0xe2, 'ICC_PROFILE\0\x01\x01', shared)), 'strip')
  const at = find(bytes, 'ICC_PROFILE') + 14
  expect(tagsOf(bytes.subarray(at, at + shared.length))).toEqual(tagsOf(plainProfile))
})

test.each([
  ['is no packed data', 'icc\0\0nonsense'],
  ['has no name', 'x'.repeat(200)],
  ['is packed by an unknown method', 'icc\0\x01\x78\x9c'],
  ['is cut short', bytesOf('icc\0\0', deflateSync(profile).subarray(0, 100))],
  ['is none when it is unpacked', bytesOf('icc\0\0', deflateSync(new Uint8Array(200)))],
])('the profile of a PNG that %s goes, as no viewer uses it', (_, data) => {
  const removed = [{ kind: 'application' as const, bytes: 12 + bytesOf(data).length }]
  expect(strip(png(2, 2, chunk('iCCP', data)), 'strip')).toEqual({ bytes: png(2, 2), removed })
})

test.each(['strip', 'location'] as const)(
  'a profile of a PNG that lacks its checksum gets one with %s',
  (mode) => {
    const withProfile = (packed: Uint8Array) => png(2, 2, chunk('iCCP', 'icc\0\0', packed))
    const { bytes } = strip(withProfile(deflateSync(plainProfile).subarray(0, -4)), mode)
    expect(inflateSync(bytes.subarray(find(bytes, 'iCCP') + 9)).equals(plainProfile)).toBe(true)
    expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
  },
)

test.each([
  ['icc', 'icc'],
  ['ICC Profile', 'ICC Profile'],
  ['PlantedOwner at home', 'icc'],
])('a profile of a PNG that is named %s is named %s when it is stripped', (before, after) => {
  const named = (name: string) => png(2, 2, chunk('iCCP', `${name}\0\0`, deflateSync(emptyProfile)))
  const bytes = new Uint8Array(named(before))
  expect(strip(bytes, 'strip').bytes).toEqual(named(after))
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})

test('a profile of a PNG that would fill the memory is not unpacked to its end', async () => {
  const { zlibSync } = await import('fflate')
  const bomb = zlibSync(new Uint8Array(200_000_000))
  const bytes = png(2, 2, chunk('iCCP', 'icc\0\0', bomb))
  const before = process.memoryUsage().arrayBuffers
  expect(strip(bytes, 'strip').bytes).toEqual(png(2, 2))
  // Buffers of the pieces count until they are collected.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
})

test.each(['strip', 'location'] as const)(
  'bytes behind the packed profile of a PNG go with %s, also before its checksum',
  async (mode) => {
    const whole = new Uint8Array(await noise(3).resize(32, 32).withIccProfile('p3').png().toBuffer())
    const at = find(whole, 'iCCP')
    const length = new DataView(whole.buffer, whole.byteOffset).getUint32(at - 4)
    const data = whole.subarray(at + 4, at + 4 + length)
    for (const planted of [
      bytesOf(data, 'a planted place'),
      bytesOf(data, 'a planted place', data.subarray(-4)),
    ]) {
      const file = bytesOf(whole.subarray(0, at - 4), chunk('iCCP', planted), whole.subarray(at + 8 + length))
      const { bytes, removed } = strip(file, mode)
      expect(find(bytes, 'planted')).toBe(-1)
      expect(removed).toEqual([{ kind: 'application', bytes: expect.any(Number) }])
      expect((await sharp(bytes).metadata()).icc).toEqual((await sharp(whole).metadata()).icc!)
      expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
    }
    expect(strip(whole, mode).removed).toEqual([])
  },
)
