import { badField, type Policy, type PolicyKey, sentence } from '@pictoglyph/core'

const megabyte = 1024 * 1024
const megapixel = 1_000_000

/** What the policy form changes: all that uploads are held to. */
export type PolicyFormKey = Extract<PolicyKey, `upload.${string}`>

/** How each stands in the form: as an operator writes it, in a larger unit, or as boxes that are ticked. */
const fieldKinds: Readonly<Record<PolicyFormKey, 'written' | 'megabytes' | 'megapixels' | 'boxes'>> = {
  'upload.maxBytes': 'megabytes',
  'upload.types': 'boxes',
  'upload.dedupScope': 'written',
  'upload.maxPixels': 'megapixels',
  'upload.maxSide': 'written',
  'upload.maxFrames': 'written',
  'upload.metadata': 'written',
}
const policyFormKeys = Object.keys(fieldKinds) as PolicyFormKey[]

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
  switch (fieldKinds[key]) {
    case 'megabytes':
      return multiplied(key, written, megabyte)
    case 'megapixels':
      return multiplied(key, written, megapixel)
    case 'boxes':
      return fields.getAll(key).join(',')
    case 'written':
      return written
  }
}

function multiplied(key: PolicyKey, written: string, unit: number): string {
  const number = Number(written)
  if (written !== '' && Number.isFinite(number)) return String(Math.round(number * unit))
  throw badField(key, sentence('{key}: {problem}', { key, problem: sentence('must be a number') }))
}

/** What stands in a field of the form for a policy in force. */
export function fieldValue(policy: Policy, key: 'upload.maxBytes' | 'upload.maxPixels'): string {
  return String(policy[key] / (key === 'upload.maxBytes' ? megabyte : megapixel))
}
