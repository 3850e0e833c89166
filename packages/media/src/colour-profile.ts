import { subtract } from './byte-spans.ts'
import type { ByteSpan } from './facts.ts'
import { MediaFailure } from './failure.ts'
import { fourCC, startsWith, u32be } from './numbers.ts'

/** Longer profiles are not rewritten. Monitors' profiles have a few kilobytes. */
export const maxProfile = 1_048_576

/** The monitor's maker, model and serial number, and its native colours; macOS writes these tags. */
const monitorTags = new Set(['mmod', 'ndin'])
const profileId = { from: 84, to: 100 }
const signatureAt = 36
/** The header is reserved from here to the count of tags. */
const reservedAt = 100
const tagTable = 132
const tagLength = 12
/** Tags begin at multiples of this. */
const wordLength = 4

interface Tag extends ByteSpan {
  name: string
  /** Position of its row in the table. */
  at: number
}

/**
 * Whether bytes are an ICC profile with a complete tag table. Viewers ignore others.
 * @param head its first bytes, at least 132 if it has as many
 * @param length of the whole profile
 */
export function isColourProfile(head: Uint8Array, length: number): boolean {
  if (head.length < tagTable || !startsWith(head, signatureAt, 'acsp')) return false
  return tagTable + u32be(head, tagTable - 4) * tagLength <= length
}

/**
 * Zeros the bytes of an ICC profile (ICC.1:2022, 7) that belong to no tag, and with `strip` also tags that name a
 * monitor. Length and colour tags stay the same. Returns `undefined` if there is nothing to remove.
 */
export function strippedProfile(
  profile: Uint8Array,
  mode: 'strip' | 'location',
): { profile: Uint8Array; removedBytes: number } | undefined {
  if (!isColourProfile(profile, profile.length)) return undefined
  const tags = readTags(profile)
  const kept = mode === 'strip' ? tags.filter(({ name }) => !monitorTags.has(name)) : tags
  const tableEnd = tagTable + tags.length * tagLength
  const head = { from: 0, to: reservedAt }
  const table = { from: tagTable - 4, to: tableEnd }
  const copy = profile.slice()
  let removedBytes = (tags.length - kept.length) * tagLength
  for (const { from, to } of subtract([{ from: 0, to: profile.length }], [head, table, ...kept])) {
    if (profile.subarray(from, to).every((byte) => byte === 0)) continue
    copy.fill(0, from, to)
    removedBytes += to - from
  }
  if (removedBytes === 0) return undefined
  copy.fill(0, tagTable, tableEnd)
  for (const [index, { at }] of kept.entries()) {
    copy.set(profile.subarray(at, at + tagLength), tagTable + index * tagLength)
  }
  new DataView(copy.buffer).setUint32(tagTable - 4, kept.length)
  // The id is a checksum of the original profile; zeros mean that there is none.
  copy.fill(0, profileId.from, profileId.to)
  return { profile: copy, removedBytes }
}

/**
 * Whether a profile that is too long to rewrite contains something to remove. Padding after tags is not checked.
 * @param head its first {@link maxProfile} bytes
 * @param length of the whole profile
 */
export function isOverfull(head: Uint8Array, length: number, mode: 'strip' | 'location'): boolean {
  if (length <= maxProfile) return false
  const tableEnd = tagTable + u32be(head, tagTable - 4) * tagLength
  if (tableEnd > head.length) return true
  const tags = readTags(head)
  const rest = subtract([{ from: 0, to: length }], [{ from: 0, to: tableEnd }, ...tags])
  const hasReserved = head.subarray(reservedAt, tagTable - 4).some((byte) => byte !== 0)
  const isNamed = mode === 'strip' && tags.some(({ name }) => monitorTags.has(name))
  return hasReserved || isNamed || rest.some(({ from, to }) => to - from >= wordLength)
}

/** The MALFORMED failure for such a profile at an offset. */
export function overfull(at: number): MediaFailure {
  return new MediaFailure('MALFORMED', 'Its colour profile is longer than 1 MiB, and holds more', at)
}

function readTags(profile: Uint8Array): Tag[] {
  return Array.from({ length: u32be(profile, tagTable - 4) }, (_, index): Tag => {
    const at = tagTable + index * tagLength
    const from = u32be(profile, at + 4)
    return { name: fourCC(profile, at), at, from, to: from + u32be(profile, at + 8) }
  })
}
