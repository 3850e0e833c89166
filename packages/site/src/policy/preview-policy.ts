import type { Image } from '../language/records.ts'
import type { Policy } from './policy.ts'

/** The rules of a policy that can refuse an image. */
export const previewedRules = [
  'upload.maxBytes',
  'upload.types',
  'upload.maxSide',
  'upload.maxPixels',
  'upload.maxFrames',
] as const

/** See {@link previewedRules}. */
type PreviewedRule = (typeof previewedRules)[number]

/** The result of a preview. */
export interface PolicyPreview {
  judged: number
  refused: number
  /** How many images each rule would refuse; one image may count for several. */
  byRule: Record<PreviewedRule, number>
}

/**
 * How a policy would judge existing images. Sizes are those of the stored bytes. The depth of samples is not stored, so
 * each pixel counts once.
 */
export function previewPolicy(policy: Policy, images: readonly Image[]): PolicyPreview {
  const byRule = Object.fromEntries(previewedRules.map((rule) => [rule, 0])) as PolicyPreview['byRule']
  let refused = 0
  for (const { file } of images) {
    const against = previewedRules.filter((rule) => isAgainst(policy, rule, file))
    for (const rule of against) byRule[rule] += 1
    if (against.length > 0) refused += 1
  }
  return { judged: images.length, refused, byRule }
}

function isAgainst(policy: Policy, rule: PreviewedRule, file: Image['file']): boolean {
  switch (rule) {
    case 'upload.maxBytes':
      return file.sizeBytes > policy[rule]
    case 'upload.types':
      return !policy[rule].includes(file.type)
    case 'upload.maxSide':
      return Math.max(file.width, file.height) > policy[rule]
    case 'upload.maxPixels':
      return file.width * file.height > policy[rule]
    case 'upload.maxFrames':
      return file.frames > policy[rule]
  }
}
