import type { Both } from '@pictoglyph/forms/both'
import type { Image } from '../language/records.ts'
import { type Policy, policyKeys, settingOf } from './policy.ts'

/** The result of a preview. */
export interface PolicyPreview {
  judged: number
  refused: number
  /** The rules that would refuse images, in the order of their settings. An image may count for several. */
  byRule: readonly { label: Both; count: number }[]
}

/** Previews how a policy would judge existing images. */
export function previewPolicy(policy: Policy, images: readonly Image[]): PolicyPreview {
  const rules = policyKeys.flatMap((key) => {
    const { refuses } = settingOf(key)
    if (refuses === undefined) return []
    return [{ label: refuses.label, against: images.filter(({ file }) => refuses.file(file, policy[key])) }]
  })
  return {
    judged: images.length,
    refused: new Set(rules.flatMap(({ against }) => against)).size,
    byRule: rules
      .map(({ label, against }) => ({ label, count: against.length }))
      .filter(({ count }) => count > 0),
  }
}
