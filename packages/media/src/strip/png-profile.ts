import { Unzlib, zlibSync } from 'fflate'
import { isColourProfile, isOverfull, maxProfile, overfull, strippedProfile } from '../colour-profile.ts'
import { charactersOf, latin1, u32be } from '../numbers.ts'
import { namesPlace } from './location-tags.ts'
import type { StripMode } from './plan.ts'
import type { Reading } from './reading.ts'
import { type MediaSource, partOf } from './source.ts'

/** So that one step makes at most about a megabyte, however well it was compressed. */
const packedTogetherBytes = 1024
const maxKeyword = 79
/** libpng uses no longer profile. */
const maxUsed = 8_000_000

/** More than the codes of an empty last block take. */
const longestEnd = 12

/** Names that say only what the chunk is for, or whose colours they are; others may name a monitor or its owner. */
const usualNames =
  /^(?:icc|(?:Photoshop )?ICC ?[Pp]rofile|libavif|sRGB(?: IEC61966-2\.1)?|Display P3|Adobe RGB \(1998\)|kCGColorSpace(?:SRGB|DisplayP3|AdobeRGB1998))$/
const usualName = 'icc'

/**
 * The data of an `iCCP` chunk (PNG third edition, 11.3.2.3) without bytes behind the packed profile or outside of its
 * tags, and in the mode `strip` with a usual name and without the tags that name a monitor; `undefined` if there is
 * nothing to take out, `unusable` if it holds no profile that viewers use. Of more than {@link maxProfile}, the name is
 * not changed.
 * @throws {MediaFailure} MALFORMED if there is something to take out of a profile that is too long for that
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
  // libpng uses a profile that lacks its checksum; fflate takes the last bytes for one.
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

/** Whether bytes follow the checksum of the packed profile, or stand before it. */
function* hasMore(packed: MediaSource, { length, sum }: Unpacked): Reading<boolean> {
  const end = packed.size
  if (end < longestEnd || u32be(packed.read(end - 4, 4), 0) !== sum) return true
  const shorter = yield* unpacked(partOf(packed, 0, end - longestEnd))
  return shorter?.length === length
}

/** What a stream of zlib holds: not much more than {@link maxProfile} from its front, and what is known of all. */
interface Unpacked {
  front: Uint8Array
  length: number
  /** Adler-32 (RFC 1950, 8.2). */
  sum: number
}

/** `undefined` for what is no such stream, or is longer than what is used. */
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
    // What fflate finds wrong in packed data has a number.
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

/** The same with a checksum behind it that is none. */
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
