import { mediaTypes } from '@pictoglyph/media'
import { badField } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { maxUploadSize, type Policy, type PolicyKey, policyKeys } from '@pictoglyph/site/policy'
import { spanIn } from '../../parts/expiry-choice.ts'

const megabyte = 1024 * 1024
const megapixel = 1_000_000

/** What the policy form changes: all that uploads are held to. */
export type PolicyFormKey = Extract<PolicyKey, `upload.${string}`>

type FieldKind = 'written' | 'megabytes' | 'megapixels' | 'boxes' | 'span'

/** Those that do not stand in the form as the command writes them: in a larger unit, or as boxes that are ticked. */
const fieldKinds: Readonly<Partial<Record<PolicyFormKey, FieldKind>>> = {
  'upload.maxBytes': 'megabytes',
  'upload.types': 'boxes',
  'upload.maxPixels': 'megapixels',
  'upload.defaultLifetime': 'span',
  'upload.maxLifetime': 'span',
}

const kindOf = (key: PolicyFormKey): FieldKind => fieldKinds[key] ?? 'written'

export const policyFormKeys = policyKeys.filter((key): key is PolicyFormKey => key.startsWith('upload.'))

/** The hidden field that tells what stood in another when its page was shown. */
export const shownField = (key: PolicyFormKey): string => `shown.${key}`

/** Whether an address or a body carries the form. */
export function holdsPolicyForm(fields: URLSearchParams): boolean {
  return policyFormKeys.some((key) => fields.has(key))
}

/**
 * The values that were changed in a form, as operators write them: what it only showed may have been changed by
 * someone else while it lay open.
 * @throws {Failure} BAD_REQUEST for a size that is no number or out of bounds
 */
export function readPolicyForm(fields: URLSearchParams): Map<PolicyKey, string> {
  const values = new Map<PolicyKey, string>()
  for (const key of policyFormKeys) {
    if (isChanged(key, fields)) values.set(key, writtenValue(key, fields))
  }
  return values
}

/** What stands in each field: what was changed in a form, and otherwise the policy in force. Boxes have commas between. */
export function fieldTexts(inForce: Policy, fields: URLSearchParams): Record<PolicyFormKey, string> {
  const texts = shownTexts(inForce)
  if (!holdsPolicyForm(fields)) return texts
  for (const key of policyFormKeys) if (isChanged(key, fields)) texts[key] = textOf(key, fields)
  return texts
}

/** A policy as the form shows it. */
export function shownTexts(policy: Policy): Record<PolicyFormKey, string> {
  const texts = policyFormKeys.map((key) => [key, shownText(key, policy)])
  return Object.fromEntries(texts) as Record<PolicyFormKey, string>
}

function shownText(key: PolicyFormKey, policy: Policy): string {
  switch (kindOf(key)) {
    case 'megabytes':
      return String(Number(policy[key]) / megabyte)
    case 'megapixels':
      return String(Number(policy[key]) / megapixel)
    case 'boxes':
      return mediaTypes.filter((type) => policy['upload.types'].includes(type)).join()
    case 'span':
    case 'written':
      return String(policy[key])
  }
}

const isChanged = (key: PolicyFormKey, fields: URLSearchParams): boolean =>
  fields.get(shownField(key)) !== textOf(key, fields)

function textOf(key: PolicyFormKey, fields: URLSearchParams): string {
  if (kindOf(key) === 'boxes') return fields.getAll(key).join()
  return kindOf(key) === 'span' ? spanIn(fields, key) : (fields.get(key) ?? '')
}

function writtenValue(key: PolicyFormKey, fields: URLSearchParams): string {
  const written = textOf(key, fields).trim()
  switch (kindOf(key)) {
    case 'megabytes':
      return multiplied(key, written, megabyte)
    case 'megapixels':
      return multiplied(key, written, megapixel)
    case 'boxes':
    case 'span':
    case 'written':
      return written
  }
}

/** A size in the unit of its field, which a refusal tells its bounds in too. */
function multiplied(key: PolicyKey, written: string, unit: number): string {
  const number = Number(written)
  const size = Math.round(number * unit)
  if (written !== '' && size >= 1 && size <= maxUploadSize) return String(size)
  const most = Math.floor(maxUploadSize / unit)
  const problem =
    written === '' || Number.isNaN(number)
      ? message('must be a number')
      : message('must be above 0 and at most {most}', { most })
  throw badField(key, message('{key}: {problem}', { key, problem }))
}
