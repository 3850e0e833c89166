import { badField, maxUploadSize, message, type Policy, type PolicyKey } from '@pictoglyph/core'
import { mediaTypes } from '@pictoglyph/media'

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
  'upload.maxImagesPerUser': 'written',
  'upload.metadata': 'written',
  'upload.defaultLifetime': 'written',
  'upload.maxLifetime': 'written',
  'upload.dedupBy': 'written',
  'upload.accessLists': 'written',
}
export const policyFormKeys = Object.keys(fieldKinds) as PolicyFormKey[]

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
  return {
    'upload.maxBytes': String(policy['upload.maxBytes'] / megabyte),
    'upload.types': mediaTypes.filter((type) => policy['upload.types'].includes(type)).join(),
    'upload.dedupScope': policy['upload.dedupScope'],
    'upload.maxPixels': String(policy['upload.maxPixels'] / megapixel),
    'upload.maxSide': String(policy['upload.maxSide']),
    'upload.maxFrames': String(policy['upload.maxFrames']),
    'upload.maxImagesPerUser': String(policy['upload.maxImagesPerUser']),
    'upload.metadata': policy['upload.metadata'],
    'upload.defaultLifetime': policy['upload.defaultLifetime'],
    'upload.maxLifetime': policy['upload.maxLifetime'],
    'upload.dedupBy': policy['upload.dedupBy'],
    'upload.accessLists': policy['upload.accessLists'],
  }
}

const isChanged = (key: PolicyFormKey, fields: URLSearchParams): boolean =>
  fields.get(shownField(key)) !== textOf(key, fields)

const textOf = (key: PolicyFormKey, fields: URLSearchParams): string =>
  fieldKinds[key] === 'boxes' ? fields.getAll(key).join() : (fields.get(key) ?? '')

function writtenValue(key: PolicyFormKey, fields: URLSearchParams): string {
  const written = textOf(key, fields).trim()
  switch (fieldKinds[key]) {
    case 'megabytes':
      return multiplied(key, written, megabyte)
    case 'megapixels':
      return multiplied(key, written, megapixel)
    case 'boxes':
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
