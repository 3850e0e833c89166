import { Failure, type Policy, type PolicyKey, sentence } from '@pictoglyph/core'

const megabyte = 1024 * 1024
const megapixel = 1_000_000

/** What the policy form changes. Sizes stand in it in megabytes and megapixels. */
const policyFormKeys = [
  'upload.maxBytes',
  'upload.types',
  'upload.dedupScope',
  'upload.maxPixels',
  'upload.maxSide',
  'upload.maxFrames',
  'upload.metadata',
] as const satisfies PolicyKey[]

export type PolicyFormKey = (typeof policyFormKeys)[number]

/** Whether an address or a body carries the form. */
export function holdsPolicyForm(fields: URLSearchParams): boolean {
  return policyFormKeys.some((key) => fields.has(key))
}

/** The values of a form, as operators write them. @throws {Failure} BAD_REQUEST for a size that is no number */
export function readPolicyForm(fields: URLSearchParams): Map<PolicyKey, string> {
  const values = new Map<PolicyKey, string>()
  for (const key of policyFormKeys) values.set(key, writtenValue(key, fields))
  return values
}

function writtenValue(key: PolicyFormKey, fields: URLSearchParams): string {
  const written = fields.get(key)?.trim() ?? ''
  switch (key) {
    case 'upload.maxBytes':
      return multiplied(key, written, megabyte)
    case 'upload.maxPixels':
      return multiplied(key, written, megapixel)
    case 'upload.types':
      return fields.getAll(key).join(',')
    default:
      return written
  }
}

function multiplied(key: PolicyKey, written: string, unit: number): string {
  const number = Number(written)
  if (written !== '' && Number.isFinite(number)) return String(Math.round(number * unit))
  throw new Failure({
    code: 'BAD_REQUEST',
    reason: sentence('{key}: {problem}', { key, problem: sentence('must be a number') }),
  })
}

/** What stands in a field of the form for a policy in force. */
export function fieldValue(policy: Policy, key: 'upload.maxBytes' | 'upload.maxPixels'): string {
  return String(policy[key] / (key === 'upload.maxBytes' ? megabyte : megapixel))
}
