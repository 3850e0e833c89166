import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, type Part } from './build/bytes.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
import { short, text, tiff } from './build/tiff.ts'
import * as webp from './build/webp.ts'
import { samples } from './samples.ts'

const orientationTag = 0x0112

/** An EXIF block that can't be read to its end, so that both modes strip it. */
function unfollowable(orientation: number): Uint8Array {
  const pointer = { tag: 0x8769, type: 4, count: 1, data: bytesOf('\xff\xff\xff\x7f') }
  return tiff({ entries: [short(orientationTag, orientation), pointer] })
}

const followable = (orientation: number): Uint8Array =>
  tiff({ entries: [short(orientationTag, orientation)] })
const silent = tiff({ entries: [text(0x8298, 'somebody')] })

function sampleOf(name: string): Uint8Array {
  return samples.find((sample) => sample.name === name)!.bytes
}

const withExif: Record<string, (...blocks: Uint8Array[]) => Uint8Array> = {
  JPEG: (...blocks) =>
    withSegments(sampleOf('JPEG'), ...blocks.map((block) => segment(0xe1, 'Exif\0\0', block))),
  PNG: (...blocks) => png(5, 4, ...blocks.map((block): Part => chunk('eXIf', block))),
  WebP: (...blocks) =>
    webp.extended(
      sampleOf('lossy WebP'),
      { width: 37, height: 23, flags: 0x08 },
      [],
      blocks.map((block) => webp.chunk('EXIF', block)),
    ),
}

const pairs: [name: string, blocks: Uint8Array[], orientation: number][] = [
  ['the first says nothing, the second is damaged', [silent, unfollowable(6)], 6],
  ['the first is damaged and says upright, the second says otherwise', [unfollowable(1), followable(6)], 1],
  ['the first is damaged, the second says otherwise', [unfollowable(3), followable(6)], 3],
  ['both are sound', [followable(8), followable(6)], 8],
  ['only the third says anything', [silent, unfollowable(0), followable(5)], 5],
]

describe.each(Object.entries(withExif))('a %s with two blocks of EXIF', (_, build) => {
  describe.each(['strip', 'location'] as const)('after %s', (mode) => {
    test.each(pairs)('is turned as before where %s', (_case, blocks, orientation) => {
      const bytes = build(...blocks)
      expect(inspect(bytes).orientation).toBe(orientation as 1)
      const once = strip(bytes, mode)
      expect(inspect(once.bytes)).toMatchObject({ orientation, complete: true })
      expect(strip(once.bytes, mode)).toEqual({ bytes: once.bytes, removed: [] })
    })
  })
})
