import { Unzlib, zlibSync } from 'fflate'
import { isColourProfile, maxProfile, profileHeadLength, strippedProfile } from '../colour-profile.ts'
import { latin1 } from '../numbers.ts'
import { namesPlace } from './location-tags.ts'
import type { StripMode } from './plan.ts'

/** So that one step makes at most about a megabyte, however well it was compressed. */
const packedTogetherBytes = 1024
const maxKeyword = 79

/** More than the codes of an empty last block take. */
const longestEnd = 12

/** Names that say only what the chunk is for, or whose colours they are; others may name a monitor or its owner. */
const usualNames =
  /^(?:icc|(?:Photoshop )?ICC ?[Pp]rofile|libavif|sRGB(?: IEC61966-2\.1)?|Display P3|Adobe RGB \(1998\)|kCGColorSpace(?:SRGB|DisplayP3|AdobeRGB1998))$/
const usualName = 'icc'

/**
 * The data of an `iCCP` chunk (PNG third edition, 11.3.2.3) without bytes behind the packed profile or outside of its
 * tags, and in the mode `strip` with a usual name and without the tags that name a monitor; `undefined` if there is
 * nothing to take out, `unusable` if it holds no profile.
 *
 * @param isCut whether `data` is only the front of it, which is not changed
 */
export function strippedPngProfile(
  data: Uint8Array,
  mode: Exclude<StripMode, 'keep'>,
  isCut: boolean,
): { data: Uint8Array; removedBytes: number } | 'unusable' | undefined {
  const nameEnd = data.subarray(0, maxKeyword + 1).indexOf(0)
  if (nameEnd < 1 || data[nameEnd + 1] !== 0) return 'unusable'
  const stored = data.subarray(nameEnd + 2)
  // libpng uses a profile that lacks its checksum; fflate takes the last bytes for one.
  const profile = unpacked(stored, isCut) ?? unpacked(Uint8Array.from([...stored, 0, 0, 0, 0]), isCut)
  if (!profile || !isColourProfile(profile, isCut ? Number.POSITIVE_INFINITY : profile.length))
    return 'unusable'
  if (isCut) return undefined
  const isWhole = profile.length <= maxProfile
  const without = isWhole ? strippedProfile(profile, mode) : undefined
  const isFollowed = isWhole && hasMore(stored, profile)
  const name = data.subarray(0, nameEnd)
  const isNamed = (mode === 'strip' && !usualNames.test(latin1(name, 0, nameEnd))) || namesPlace(name)
  if (!without && !isFollowed && !isNamed) return undefined
  const packed = without || isFollowed ? zlibSync(without?.profile ?? profile) : stored
  const behindBytes = isFollowed ? Math.max(1, stored.length - packed.length) : 0
  const head = isNamed ? Uint8Array.from(usualName, (letter) => letter.charCodeAt(0)) : name
  const chunk = new Uint8Array(head.length + 2 + packed.length)
  chunk.set(head)
  chunk.set(packed, head.length + 2)
  return { data: chunk, removedBytes: (without?.removedBytes ?? 0) + behindBytes + (isNamed ? nameEnd : 0) }
}

/** Whether bytes follow the checksum of the packed profile, or stand before it. */
function hasMore(packed: Uint8Array, profile: Uint8Array): boolean {
  const sum = adler32(profile)
  const endsWithSum = [24, 16, 8, 0].every(
    (shift, index) => packed.at(index - 4) === ((sum >>> shift) & 0xff),
  )
  return !endsWithSum || unpacked(packed.subarray(0, -longestEnd), false)?.length === profile.length
}

/** RFC 1950, 8.2. */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return ((high << 16) | low) >>> 0
}

/** At most a little more than {@link maxProfile}, or than the head if only the front of the data is there. */
function unpacked(packed: Uint8Array, isCut: boolean): Uint8Array | undefined {
  const max = isCut ? profileHeadLength : maxProfile
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((part) => {
    parts.push(part)
    length += part.length
  })
  try {
    for (let at = 0; at < packed.length && length <= max; at += packedTogetherBytes) {
      const to = at + packedTogetherBytes
      stream.push(packed.slice(at, to), to >= packed.length)
    }
  } catch (error) {
    // What fflate finds wrong in packed data has a number.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  const profile = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    profile.set(part, at)
    at += part.length
  }
  return profile
}
