import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { type PolicySetting, settings } from './settings.ts'

/** The name of a policy. */
export type PolicyKey = keyof typeof settings

/** The site's policy: every key with its value in force. */
export type Policy = { readonly [K in PolicyKey]: (typeof settings)[K]['default'] }

/** The names of all policies, in the order of their definitions. */
export const policyKeys = Object.keys(settings) as PolicyKey[]

export const settingOf = (key: PolicyKey): PolicySetting<Policy[PolicyKey]> => settings[key]

/** The policy before any change by an operator. */
export const defaultPolicy = Object.freeze(
  Object.fromEntries(policyKeys.map((key) => [key, settings[key].default])),
) as Policy

export function isPolicyKey(key: string): key is PolicyKey {
  return Object.hasOwn(settings, key)
}

/**
 * Reads a policy value as an operator writes it.
 * @throws {Failure} BAD_REQUEST with the key and what is wrong
 */
export function readPolicyValue<K extends PolicyKey>(key: K, text: string): Policy[K] {
  const { read, expected } = settingOf(key).kind
  const value = read(text)
  if (value !== undefined) return value as Policy[K]
  throw badField(key, message('{key}: {problem}', { key, problem: expected }))
}

/** Whether two texts are the same value of a policy. In lists of types, the order does not count. */
export function isSamePolicyValue(key: PolicyKey, one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one, other].map((text) => comparable(settingOf(key).kind.read(text)))
  return a !== undefined && a === b
}

const comparable = (value: unknown): string | undefined =>
  JSON.stringify(isTextList(value) ? value.toSorted() : value)

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Formats a policy value as an operator writes it. */
export function writtenPolicyValue(policy: Policy, key: PolicyKey): string {
  return settingOf(key).kind.write(policy[key])
}

/** The policy in force, and the stored settings that it ignores. */
export interface StoredPolicy {
  policy: Policy
  /** Invalid texts by key. {@link StoredPolicy.policy} has the nearest bound instead, or the strictest value. */
  unusable: ReadonlyMap<PolicyKey, string>
  /** Texts by key, for keys of another version. */
  unknown: ReadonlyMap<string, string>
}

/**
 * Reads the values that operators have set. An invalid value, from another version or from damage, never stops the
 * site, and never allows more than before.
 */
export function readStoredPolicy(stored: ReadonlyMap<string, string>): StoredPolicy {
  const policy: Record<string, unknown> = { ...defaultPolicy }
  const unusable = new Map<PolicyKey, string>()
  const unknown = new Map<string, string>()
  for (const [key, text] of stored) {
    if (!isPolicyKey(key)) {
      unknown.set(key, text)
      continue
    }
    const { kind, strictest, default: usual } = settingOf(key)
    const value = kind.read(text)
    if (value === undefined) unusable.set(key, text)
    policy[key] = value ?? kind.nearest?.(text) ?? strictest ?? usual
  }
  return { policy: Object.freeze(policy) as Policy, unusable, unknown }
}

/** Enough to distinguish invalid texts. */
const maxQuoted = 200

/**
 * The present text of a policy, for comparison with a change: the formatted value in force. For an invalid text it is a
 * quoted excerpt, which differs from every value, so that any valid value counts as a change.
 */
export function presentPolicyText({ policy, unusable }: StoredPolicy, key: PolicyKey): string {
  const text = unusable.get(key)
  return text === undefined ? writtenPolicyValue(policy, key) : JSON.stringify(text.slice(0, maxQuoted))
}

/** The policy from {@link readStoredPolicy}. */
export const policyFrom = (stored: ReadonlyMap<string, string>): Policy => readStoredPolicy(stored).policy
