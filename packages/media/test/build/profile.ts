import { u32be } from '../../src/numbers.ts'
import { big, bytesOf } from './bytes.ts'

/** A profile's header without tags. */
export const emptyProfile = bytesOf(big(4, 132), new Uint8Array(32), 'acsp', new Uint8Array(92))

/** Adds tags to a profile, with their data after its own. */
export function withTags(profile: Uint8Array, tags: [name: string, data: string][]): Uint8Array {
  const count = u32be(profile, 128)
  const shift = tags.length * 12
  const rows = Array.from({ length: count }, (_, index) => {
    const at = 132 + index * 12
    return bytesOf(
      profile.subarray(at, at + 4),
      big(4, u32be(profile, at + 4) + shift),
      profile.subarray(at + 8, at + 12),
    )
  })
  let end = profile.length + shift
  const added = tags.map(([name, data]) => {
    end += data.length
    return bytesOf(name, big(4, end - data.length), big(4, data.length))
  })
  const rest = [profile.subarray(132 + count * 12), ...tags.map(([, data]) => data)]
  const head = [profile.subarray(4, 128), big(4, count + tags.length)]
  return bytesOf(big(4, end), head, added, rows, rest)
}

/** The names and contents of a profile's tags. */
export function tagsOf(profile: Uint8Array): Map<string, string> {
  return new Map(
    Array.from({ length: u32be(profile, 128) }, (_, index) => {
      const at = 132 + index * 12
      const from = u32be(profile, at + 4)
      const data = Buffer.from(profile.subarray(from, from + u32be(profile, at + 8)))
      return [Buffer.from(profile.subarray(at, at + 4)).toString('latin1'), data.toString('latin1')] as const
    }),
  )
}
