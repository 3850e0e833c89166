import { Unzlib, zlibSync } from 'fflate'
import { maxProfile, withoutMonitor } from '../colour-profile.ts'
import type { StripMode } from './plan.ts'

/** So that one step makes at most about a megabyte, however well it was compressed. */
const packedTogetherBytes = 1024
const maxKeyword = 79

/** More than the codes of an empty last block take. */
const longestEnd = 12

/**
 * The data of an `iCCP` chunk (PNG third edition, 11.3.2.3) without bytes behind the packed profile, and in the mode
 * `strip` without the tags that name a monitor; `undefined` if there is nothing to take out, or if it can't be unpacked, in which case no viewer uses it.
 */
export function strippedPngProfile(
  data: Uint8Array,
  mode: StripMode,
): { data: Uint8Array; removedBytes: number } | undefined {
  const nameEnd = data.subarray(0, maxKeyword + 1).indexOf(0)
  if (nameEnd === -1 || data[nameEnd + 1] !== 0) return undefined
  const stored = data.subarray(nameEnd + 2)
  const profile = unpacked(stored)
  if (!profile) return undefined
  const without = mode === 'strip' ? withoutMonitor(profile) : undefined
  const isFollowed = hasMore(stored, profile)
  if (!without && !isFollowed) return undefined
  const packed = zlibSync(without?.profile ?? profile)
  const behindBytes = isFollowed ? Math.max(1, stored.length - packed.length) : 0
  const chunk = new Uint8Array(nameEnd + 2 + packed.length)
  chunk.set(data.subarray(0, nameEnd + 2))
  chunk.set(packed, nameEnd + 2)
  return { data: chunk, removedBytes: (without?.removedBytes ?? 0) + behindBytes }
}

/** Whether bytes follow the checksum of the packed profile, or stand before it. */
function hasMore(packed: Uint8Array, profile: Uint8Array): boolean {
  const sum = adler32(profile)
  const endsWithSum = [24, 16, 8, 0].every(
    (shift, index) => packed.at(index - 4) === ((sum >>> shift) & 0xff),
  )
  return !endsWithSum || unpacked(packed.subarray(0, -longestEnd))?.length === profile.length
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

function unpacked(packed: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((part) => {
    parts.push(part)
    length += part.length
  })
  try {
    for (let at = 0; at < packed.length && length <= maxProfile; at += packedTogetherBytes) {
      const to = at + packedTogetherBytes
      stream.push(packed.slice(at, to), to >= packed.length)
    }
  } catch (error) {
    // What fflate finds wrong in packed data has a number.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  if (length > maxProfile) return undefined
  const profile = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    profile.set(part, at)
    at += part.length
  }
  return profile
}
