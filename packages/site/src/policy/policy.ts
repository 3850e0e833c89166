import { type MediaType, mediaTypes, rasterTypes, shortTypeName } from '@pictoglyph/media/media-type'
import { badField } from '../language/failure.ts'
import { type Message, type MessageValue, message } from '../language/message.ts'
import { bytesOfSize, sizeAtMost } from '../language/size.ts'
import { siteAbuse, siteLinks, siteLogo, siteName, siteWelcome } from './site-values.ts'

const wholeNumber = (least: number, most: number) => ({
  read: (text: string) => within(/^\d{1,15}$/.test(text) ? Number(text) : undefined, { least, most }),
  expected: message('must be a whole number from {least} to {most}', { least, most }),
  nearest: (text: string) => nearestNumber(text, { least, most }),
})

/** A bound, of which 0 means that there is none. */
const boundOrZero = (most: number) => ({
  ...wholeNumber(0, most),
  nearest: (text: string) => nearestNumber(text, { least: 1, most }),
})

function nearestNumber(text: string, { least, most }: { least: number; most: number }): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : Math.min(most, Math.max(least, Math.floor(number)))
}

function within(
  number: number | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  return number !== undefined && least <= number && number <= most ? number : undefined
}

const sizeInBytes = (least: number, most: number) => ({
  read: (text: string) => within(bytesOfSize(text), { least, most }),
  expected: message('must be a size such as 5MB, or a whole number of bytes from {least} to {most}', {
    least,
    most,
  }),
  nearest: (text: string) => nearestNumber(String(sizeAtMost(text, most) ?? text), { least, most }),
})

const sizeUpToPebibyte = sizeInBytes(0, 2 ** 50)
const sizeOrNone = {
  read: (text: string) => (text === 'none' ? 'none' : sizeUpToPebibyte.read(text)),
  expected: message('must be a size such as 500MB, or {word}', { word: 'none' }),
  nearest: sizeUpToPebibyte.nearest,
}

const oneOf = <const T extends string>(...words: T[]) => ({
  read: (text: string) => words.find((word) => word === text),
  expected: message('must be {words} or {last}', { words: listed(words.slice(0, -1)), last: words.at(-1)! }),
})

const listed = ([first = '', ...others]: readonly string[]): MessageValue =>
  others.reduce<MessageValue>((words, word) => message('{words}, {word}', { words, word }), first)

const typesByShortName = new Map<string, MediaType>([
  ...mediaTypes.map((type) => [shortTypeName(type), type] as const),
  ['jpg', 'image/jpeg'],
])
const typeList = {
  read: (text: string) => {
    const types = knownTypes(text)
    return types.length === text.split(',').length ? [...new Set(types)] : undefined
  },
  expected: message('must be of {types}', { types: listed(mediaTypes.map(shortTypeName)) }),
  /** Those that are known. */
  nearest: (text: string) => {
    const types = knownTypes(text)
    return types.length === 0 ? undefined : [...new Set(types)]
  },
}

function knownTypes(text: string): MediaType[] {
  const names = text.split(',').map((item) => item.trim().toLowerCase())
  return names.flatMap((name) => typesByShortName.get(name) ?? mediaTypes.filter((type) => type === name))
}

const keptFor = {
  read: (text: string) => (/^(?:forever|[1-9]\d{0,4}[dw])$/.test(text) ? text : undefined),
  expected: message('must be a span of days or weeks, such as 90d or 52w, or {word}', { word: 'forever' }),
  nearest: (text: string) => nearestSpan(text, { units: 'dw', most: 99_999 }),
}

const lifetime = {
  read: (text: string) => (/^(?:forever|[1-9]\d{0,5}[smhdw])$/.test(text) ? text : undefined),
  expected: message('must be a span such as 12h or 30d, or {word}', { word: 'forever' }),
  nearest: (text: string) => nearestSpan(text, { units: 'smhdw', most: 999_999 }),
}

/** In its own unit. */
function nearestSpan(text: string, { units, most }: { units: string; most: number }): string | undefined {
  const unit = text.trim().at(-1) ?? ''
  const number = nearestNumber(text.trim().slice(0, -1), { least: 1, most })
  return number === undefined || !units.includes(unit) ? undefined : `${number}${unit}`
}

/** The most bytes of a file, and the most pixels of a picture, that a policy may allow. */
export const maxUploadSize = 2 ** 40

/**
 * For each policy key: how its value is read from a command line or form, the refusal of any other text, and
 * how much is understood of a stored text that is refused today.
 */
const policyValues = {
  'upload.maxBytes': sizeInBytes(1, maxUploadSize),
  'upload.types': typeList,
  'upload.dedupScope': oneOf('owner', 'site'),
  'upload.maxPixels': wholeNumber(1, maxUploadSize),
  'upload.maxSide': wholeNumber(1, 1_000_000),
  'upload.maxFrames': wholeNumber(1, 1_000_000),
  'upload.maxImagesPerUser': boundOrZero(1_000_000_000),
  'upload.metadata': oneOf('strip', 'location', 'keep'),
  'upload.defaultLifetime': lifetime,
  'upload.maxLifetime': lifetime,
  'upload.dedupBy': oneOf('file', 'picture'),
  'upload.accessLists': oneOf('off', 'on'),
  'text.requestsPerMinute': boundOrZero(1_000_000),
  'text.whitelistMode': oneOf('on', 'off'),
  'console.secondFactor': oneOf('off', 'administrators', 'all'),
  'console.passwords': oneOf('on', 'off'),
  'console.providerAccounts': oneOf('on', 'off'),
  'keys.defaultExpiryDays': boundOrZero(3_650),
  'audit.keepFor': keptFor,
  'users.defaultQuota': sizeOrNone,
  'site.name': siteName,
  'site.logo': siteLogo,
  'site.welcome': siteWelcome,
  'site.links': siteLinks,
  'site.abuse': siteAbuse,
  'site.robots': oneOf('index', 'noindex'),
  'site.reports': oneOf('off', 'on'),
  'site.maxBytes': sizeOrNone,
} as const

interface PolicyKind {
  read: (text: string) => Policy[PolicyKey] | undefined
  expected: Message
  nearest?: (text: string) => Policy[PolicyKey] | undefined
}

/** The name of a policy. */
export type PolicyKey = keyof typeof policyValues

/** The site's policy: every key with its value in force. */
export type Policy = { readonly [K in PolicyKey]: NonNullable<ReturnType<(typeof policyValues)[K]['read']>> }

/** In force until an operator changes it. */
export const defaultPolicy: Policy = Object.freeze({
  'upload.maxBytes': 20 * 1024 * 1024,
  // What an SVG holds beyond the picture, only an operator can want: scripts, links, text of any kind.
  'upload.types': [...rasterTypes],
  'upload.dedupScope': 'owner',
  'upload.maxPixels': 100_000_000,
  'upload.maxSide': 32_768,
  'upload.maxFrames': 1_000,
  'upload.maxImagesPerUser': 0,
  'upload.metadata': 'strip',
  'upload.defaultLifetime': 'forever',
  'upload.maxLifetime': 'forever',
  'upload.dedupBy': 'file',
  'upload.accessLists': 'off',
  'text.requestsPerMinute': 600,
  'text.whitelistMode': 'off',
  'console.secondFactor': 'off',
  'console.passwords': 'on',
  'console.providerAccounts': 'off',
  'keys.defaultExpiryDays': 0,
  'audit.keepFor': 'forever',
  'users.defaultQuota': 'none',
  'site.name': 'Pictoglyph',
  'site.logo': '',
  'site.welcome': '',
  'site.links': [],
  'site.abuse': '',
  'site.robots': 'index',
  'site.reports': 'off',
  'site.maxBytes': 'none',
})

/**
 * In force in place of a stored text of which nothing is understood, where the default would allow more than an operator
 * may have meant. A lifetime is a day, because an image that has expired does not come back.
 */
const strictest: Partial<Policy> = {
  'upload.types': [],
  'upload.maxImagesPerUser': 1,
  'upload.maxLifetime': '1d',
  'upload.accessLists': 'on',
  'text.whitelistMode': 'on',
  'console.secondFactor': 'all',
  'console.passwords': 'off',
  'keys.defaultExpiryDays': 1,
  'users.defaultQuota': 0,
  'site.robots': 'noindex',
  'site.maxBytes': 0,
}

/** The names of all policies. */
export const policyKeys = Object.keys(policyValues) as PolicyKey[]

/** Whether a text is the name of a policy. */
export function isPolicyKey(key: string): key is PolicyKey {
  return Object.hasOwn(policyValues, key)
}

/**
 * Reads a policy value as an operator writes it.
 * @throws {Failure} BAD_REQUEST with the key and what is wrong
 */
export function readPolicyValue<K extends PolicyKey>(key: K, text: string): Policy[K] {
  const { read, expected } = policyValues[key]
  const value = read(text)
  if (value !== undefined) return value as Policy[K]
  throw badField(key, message('{key}: {problem}', { key, problem: expected }))
}

/** Whether two texts are the same value of a policy. The order of types does not count. */
export function isSamePolicyValue(key: PolicyKey, one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one, other].map((text) => policyValues[key].read(text))
  return a !== undefined && b !== undefined && comparable(a) === comparable(b)
}

const comparable = (value: unknown): string => JSON.stringify(isTextList(value) ? value.toSorted() : value)

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

/** A value as an operator writes it. */
export function writtenPolicyValue(value: Policy[PolicyKey]): string {
  if (isTextList(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The policy in force, and the stored settings that have no part in it. */
export interface StoredPolicy {
  policy: Policy
  /** Texts that are no values today, by key. {@link StoredPolicy.policy} has the nearest bound, or the strictest value. */
  unusable: ReadonlyMap<PolicyKey, string>
  /** The same of keys that another version has. */
  unknown: ReadonlyMap<string, string>
}

/**
 * Reads the values that operators have set, as they wrote them. A value that an earlier or later version took, or that
 * is damaged, never stops a site, and allows nothing that was not allowed.
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
    const kind: PolicyKind = policyValues[key]
    const value = kind.read(text)
    if (value === undefined) unusable.set(key, text)
    policy[key] = value ?? kind.nearest?.(text) ?? strictest[key] ?? defaultPolicy[key]
  }
  return { policy: Object.freeze(policy) as Policy, unusable, unknown }
}

/** Enough to tell one unusable text from the next. */
const maxQuoted = 200

/**
 * The text that a change of a policy is compared with: the value in force as it is written. Of an unusable text it is its
 * beginning in quotes, which no value equals: so any value that is wanted is a change.
 */
export function presentPolicyText({ policy, unusable }: StoredPolicy, key: PolicyKey): string {
  const text = unusable.get(key)
  return text === undefined ? writtenPolicyValue(policy[key]) : JSON.stringify(text.slice(0, maxQuoted))
}

/** {@link readStoredPolicy}, the policy alone. */
export const policyFrom = (stored: ReadonlyMap<string, string>): Policy => readStoredPolicy(stored).policy
