import { subtract } from './byte-spans.ts'
import type { ByteSpan } from './facts.ts'
import { fourCC, u32be } from './numbers.ts'

/** A longer profile is left as it is; monitors' profiles have a few kilobytes. */
export const maxProfile = 1_048_576

/** The monitor's maker, model and serial number, and its native colours, as macOS writes them. */
const monitorTags = new Set(['mmod', 'ndin'])
const profileId = { from: 84, to: 100 }
const tagTable = 132
const tagLength = 12

interface Tag extends ByteSpan {
  name: string
  /** Where its row is in the table. */
  at: number
}

/**
 * Whether the tags of an ICC profile (ICC.1:2022, 7.3) name a monitor, or may name one because they continue beyond
 * `head`.
 * @param head its first bytes
 */
export function mayNameMonitor(head: Uint8Array): boolean {
  if (head.length < tagTable) return false
  const { tags, isWhole } = readTags(head)
  return !isWhole || tags.some(({ name }) => monitorTags.has(name))
}

/**
 * An ICC profile without the tags that name a monitor, and of the same length, so that nothing moves. No colour tag is
 * touched. `undefined` if there is nothing to take out.
 */
export function withoutMonitor(
  profile: Uint8Array,
): { profile: Uint8Array; removedBytes: number } | undefined {
  if (profile.length < tagTable || profile.length > maxProfile) return undefined
  const { tags, isWhole } = readTags(profile)
  const gone = tags.filter(({ name }) => monitorTags.has(name))
  if (!isWhole || gone.length === 0) return undefined
  const kept = tags.filter(({ name }) => !monitorTags.has(name))
  const tableEnd = tagTable + tags.length * tagLength
  const copy = profile.slice()
  const freed = subtract(gone, [{ from: 0, to: tableEnd }, ...kept])
  let removedBytes = gone.length * tagLength
  for (const { from, to } of freed) {
    copy.fill(0, from, to)
    removedBytes += Math.max(Math.min(to, profile.length) - from, 0)
  }
  copy.fill(0, tagTable, tableEnd)
  for (const [index, { at }] of kept.entries()) {
    copy.set(profile.subarray(at, at + tagLength), tagTable + index * tagLength)
  }
  new DataView(copy.buffer).setUint32(tagTable - 4, kept.length)
  // It is a checksum of the profile as it was; zeros say that none was made.
  copy.fill(0, profileId.from, profileId.to)
  return { profile: copy, removedBytes }
}

/** The tags whose rows are complete, and whether these are all. */
function readTags(profile: Uint8Array): { tags: Tag[]; isWhole: boolean } {
  const count = u32be(profile, tagTable - 4)
  const held = Math.min(count, Math.floor((profile.length - tagTable) / tagLength))
  const tags = Array.from({ length: held }, (_, index): Tag => {
    const at = tagTable + index * tagLength
    const from = u32be(profile, at + 4)
    return { name: fourCC(profile, at), at, from, to: from + u32be(profile, at + 8) }
  })
  return { tags, isWhole: held === count }
}
