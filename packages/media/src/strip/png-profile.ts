import { Unzlib, zlibSync } from 'fflate'
import { maxProfile, withoutMonitor } from '../colour-profile.ts'

/** So that one step makes at most about a megabyte, however well it was compressed. */
const packedTogetherBytes = 1024
const maxKeyword = 79

/**
 * The data of an `iCCP` chunk (PNG third edition, 11.3.2.3) without the tags that name a monitor; `undefined` if there
 * is nothing to take out, or if it can't be unpacked, in which case no viewer uses it.
 */
export function pngProfileWithoutMonitor(
  data: Uint8Array,
): { data: Uint8Array; removedBytes: number } | undefined {
  const nameEnd = data.subarray(0, maxKeyword + 1).indexOf(0)
  if (nameEnd === -1 || data[nameEnd + 1] !== 0) return undefined
  const profile = unpacked(data.subarray(nameEnd + 2))
  const without = profile && withoutMonitor(profile)
  if (!without) return undefined
  const packed = zlibSync(without.profile)
  const chunk = new Uint8Array(nameEnd + 2 + packed.length)
  chunk.set(data.subarray(0, nameEnd + 2))
  chunk.set(packed, nameEnd + 2)
  return { data: chunk, removedBytes: without.removedBytes }
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
