import { Unzlib, zlibSync } from 'fflate'
import { isColourProfile, isOverfull, maxProfile, overfull, strippedProfile } from '../colour-profile.ts'
import { charactersOf, latin1, u32be } from '../numbers.ts'
import { namesPlace } from './location-tags.ts'
import type { StripMode } from './plan.ts'
import type { Reading } from './reading.ts'
import { type MediaSource, partOf } from './source.ts'

/** Limits one step to about a megabyte of output at any compression. */
const packedTogetherBytes = 1024
const maxKeyword = 79
/** libpng ignores longer profiles. */
const maxUsed = 8_000_000

/** Exceeds the codes of an empty last block. */
const longestEnd = 12

/** Names that only tell the purpose or the colours; others may name a monitor or its owner. */
const usualNames =
  /^(?:icc|(?:Photoshop )?ICC ?[Pp]rofile|libavif|sRGB(?: IEC61966-2\.1)?|Display P3|Adobe RGB \(1998\)|kCGColorSpace(?:SRGB|DisplayP3|AdobeRGB1998))$/
const usualName = 'icc'

/**
 * Strips the data of an `iCCP` chunk (PNG third edition, 11.3.2.3): bytes after the packed profile or outside of its
 * tags, and in the mode `strip` also unusual names and tags that name a monitor. Returns `undefined` if there is
 * nothing to remove, `unusable` if viewers ignore the profile. Beyond {@link maxProfile}, it keeps the name.
 * @throws {MediaFailure} MALFORMED if a profile that is too long to edit has something to remove
 */
export function* strippedPngProfile(
  chunk: MediaSource,
  mode: Exclude<StripMode, 'keep'>,
  at: number,
): Reading<{ data: Uint8Array; removedBytes: number } | 'unusable' | undefined> {
  const head = chunk.read(0, Math.min(chunk.size, maxKeyword + 2))
  const nameEnd = head.indexOf(0)
  if (nameEnd < 1 || head[nameEnd + 1] !== 0) return 'unusable'
  const name = head.slice(0, nameEnd)
  const stored = partOf(chunk, nameEnd + 2, chunk.size)
  // libpng accepts a profile without a checksum; fflate takes its last bytes for one.
  const found = (yield* unpacked(stored)) ?? (yield* unpacked(withZeros(stored)))
  if (!found || !isColourProfile(found.front, found.length)) return 'unusable'
  const { front, length } = found
  const isFollowed = yield* hasMore(stored, found)
  const isNamed = (mode === 'strip' && !usualNames.test(latin1(name, 0, nameEnd))) || namesPlace(name)
  if (stored.size > maxProfile || length > maxProfile) {
    if (isFollowed || namesPlace(name) || isOverfull(front, length, mode)) throw overfull(at)
    if (stored.size > maxProfile) return undefined
  }
  const without = length > maxProfile ? undefined : strippedProfile(front, mode)
  if (!without && !isFollowed && !isNamed) return undefined
  const packed = without || isFollowed ? zlibSync(without?.profile ?? front) : stored.read(0, stored.size)
  const behindBytes = isFollowed ? Math.max(1, stored.size - packed.length) : 0
  const newName = isNamed ? charactersOf(usualName) : name
  const data = new Uint8Array(newName.length + 2 + packed.length)
  data.set(newName)
  data.set(packed, newName.length + 2)
  return { data, removedBytes: (without?.removedBytes ?? 0) + behindBytes + (isNamed ? nameEnd : 0) }
}

/** Whether the packed profile has extra bytes before or after its checksum. */
function* hasMore(packed: MediaSource, { length, sum }: Unpacked): Reading<boolean> {
  const end = packed.size
  if (end < longestEnd || u32be(packed.read(end - 4, 4), 0) !== sum) return true
  const shorter = yield* unpacked(partOf(packed, 0, end - longestEnd))
  return shorter?.length === length
}

/** Content of a zlib stream: little more than its first {@link maxProfile} bytes, and facts of the whole. */
interface Unpacked {
  front: Uint8Array
  length: number
  /** Adler-32 (RFC 1950, 8.2). */
  sum: number
}

/** Returns `undefined` for an invalid stream, or one that viewers ignore for its length. */
function* unpacked(packed: MediaSource): Reading<Unpacked | undefined> {
  const parts: Uint8Array[] = []
  let frontLength = 0
  let length = 0
  let [low, high] = [1, 0]
  const stream = new Unzlib((part) => {
    if (length <= maxProfile) {
      parts.push(part)
      frontLength += part.length
    }
    length += part.length
    for (const byte of part) {
      low = (low + byte) % 65_521
      high = (high + low) % 65_521
    }
  })
  try {
    for (let at = 0; at < packed.size; at += packedTogetherBytes) {
      const to = Math.min(at + packedTogetherBytes, packed.size)
      stream.push(packed.read(at, to - at).slice(), to === packed.size)
      if (length > maxUsed) return undefined
      yield
    }
  } catch (error) {
    // fflate gives its errors about packed data a numeric code.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  const front = new Uint8Array(frontLength)
  let at = 0
  for (const part of parts) {
    front.set(part, at)
    at += part.length
  }
  return { front, length, sum: ((high << 16) | low) >>> 0 }
}

/** Appends a false checksum. */
function withZeros(packed: MediaSource): MediaSource {
  const { size } = packed
  return {
    size: size + 4,
    read(offset, length) {
      const bytes = new Uint8Array(length)
      if (offset < size) bytes.set(packed.read(offset, Math.min(length, size - offset)))
      return bytes
    },
  }
}
