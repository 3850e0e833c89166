import { badField } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { WantedValue } from '@pictoglyph/site/language/shown-values'
import {
  type Policy,
  type PolicyKey,
  policyKeys,
  presentPolicyText,
  type StoredPolicy,
  settingOf,
  writtenPolicyValue,
} from '@pictoglyph/site/policy'
import { type FieldValues, readShownForm } from '../../parts/shown-values.ts'

type SettingGroup = PolicyKey extends `${infer Group}.${string}` ? Group : never

/** The settings in these groups; a key begins with its group. */
export const settingsOf = (...groups: SettingGroup[]): PolicyKey[] =>
  policyKeys.filter((key) => groups.some((group) => key.startsWith(`${group}.`)))

/** Policies as form values. */
export function policyFields(policy: Policy, keys: readonly PolicyKey[]): FieldValues {
  return Object.fromEntries(keys.map((key) => [key, fieldValue(key, policy)]))
}

function fieldValue(key: PolicyKey, policy: Policy): FieldValues[string] {
  const { control } = settingOf(key).kind
  const written = writtenPolicyValue(policy, key)
  if (control.as === 'boxes') return written.split(',').filter((word) => Object.hasOwn(control.choices, word))
  return control.as === 'number' ? String(Number(written) / control.unit) : written
}

/** For policies with unusable stored values, the text to compare a change with. */
export function unusablePolicies(stored: StoredPolicy): Record<string, string> {
  return Object.fromEntries([...stored.unusable.keys()].map((key) => [key, presentPolicyText(stored, key)]))
}

/**
 * The wanted policies of a form, in the operators' notation.
 * @throws {Failure} BAD_REQUEST for a size that is not a number or out of bounds; CONFLICT like `readShownForm`
 */
export function readPolicyForm(
  form: URLSearchParams,
  { policy }: Pick<StoredPolicy, 'policy'>,
  keys: readonly PolicyKey[],
): Map<PolicyKey, WantedValue> {
  const values = new Map<PolicyKey, WantedValue>()
  const sent = readShownForm(form, policyFields(policy, keys))
  for (const key of keys) {
    const value = sent.get(key)
    if (value === undefined || value.wanted === value.shown) continue
    values.set(key, { wanted: writtenText(key, value.wanted), shown: shownPolicyText(key, value.shown) })
  }
  return values
}

/** The form has shown an unusable stored value in quotes. */
const shownPolicyText = (key: PolicyKey, shown: string): string =>
  shown.startsWith('"') ? shown : writtenText(key, shown)

/** A field's text in the command's notation. The refusal of a size gives its bounds in the field's unit. */
function writtenText(key: PolicyKey, text: string): string {
  const written = text.trim()
  const { control } = settingOf(key).kind
  if (control.as !== 'number' || control.unit === 1) return written
  const number = Number(written)
  const size = Math.round(number * control.unit)
  if (written !== '' && size >= control.least && size <= control.most) return String(size)
  const most = Math.floor(control.most / control.unit)
  const problem =
    written === '' || Number.isNaN(number)
      ? message('must be a number')
      : message('must be above 0 and at most {most}', { most })
  throw badField(key, message('{key}: {problem}', { key, problem }))
}
