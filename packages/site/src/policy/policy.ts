import { type MediaType, mediaTypes, rasterTypes, shortTypeName } from '@pictoglyph/media'
import { z } from 'zod'
import { badField } from '../language/failure.ts'
import { type MessageValue, message } from '../language/message.ts'
import { bytesOfSize } from '../language/size.ts'
import { siteAbuse, siteLinks, siteLogo, siteName, siteWelcome } from './site-values.ts'

const wholeNumber = (least: number, most: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most)),
  expected: message('must be a whole number from {least} to {most}', { least, most }),
})

const sizeInBytes = (least: number, most: number) => ({
  schema: z
    .string()
    .transform((text) => bytesOfSize(text) ?? Number.NaN)
    .pipe(z.number().min(least).max(most)),
  expected: message('must be a size such as 5MB, or a whole number of bytes from {least} to {most}', {
    least,
    most,
  }),
})

const sizeOrNone = {
  schema: z.union([z.literal('none'), sizeInBytes(0, 2 ** 50).schema]),
  expected: message('must be a size such as 500MB, or {word}', { word: 'none' }),
}

const oneOf = <const T extends string>(...words: T[]) => ({
  schema: z.enum(words),
  expected: message('must be {words} or {last}', { words: listed(words.slice(0, -1)), last: words.at(-1)! }),
})

const listed = ([first = '', ...others]: readonly string[]): MessageValue =>
  others.reduce<MessageValue>((words, word) => message('{words}, {word}', { words, word }), first)

const typesByShortName = new Map<string, MediaType>([
  ...mediaTypes.map((type) => [shortTypeName(type), type] as const),
  ['jpg', 'image/jpeg'],
])
const typeName = z.string().transform(fullTypeName).pipe(z.enum(mediaTypes))
const typeList = {
  schema: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(typeName))
    .transform((types) => [...new Set(types)]),
  expected: message('must be of {types}', { types: listed(mediaTypes.map(shortTypeName)) }),
}

function fullTypeName(text: string): string {
  const name = text.toLowerCase()
  return typesByShortName.get(name) ?? name
}

const keptFor = {
  schema: z.union([z.literal('forever'), z.string().regex(/^[1-9]\d{0,4}[dw]$/)]),
  expected: message('must be a span of days or weeks, such as 90d or 52w, or {word}', { word: 'forever' }),
}

const lifetime = {
  schema: z.union([z.literal('forever'), z.string().regex(/^[1-9]\d{0,5}[smhdw]$/)]),
  expected: message('must be a span such as 12h or 30d, or {word}', { word: 'forever' }),
}

/** The most bytes of a file, and the most pixels of a picture, that a policy may allow. */
export const maxUploadSize = 2 ** 40

/**
 * For each policy key: how its value is read from a command line or form, its type, and the refusal of any other text.
 */
const policyValues = {
  'upload.maxBytes': sizeInBytes(1, maxUploadSize),
  'upload.types': typeList,
  'upload.dedupScope': oneOf('owner', 'site'),
  'upload.maxPixels': wholeNumber(1, maxUploadSize),
  'upload.maxSide': wholeNumber(1, 1_000_000),
  'upload.maxFrames': wholeNumber(1, 1_000_000),
  'upload.maxImagesPerUser': wholeNumber(0, 1_000_000_000),
  'upload.metadata': oneOf('strip', 'location', 'keep'),
  'upload.defaultLifetime': lifetime,
  'upload.maxLifetime': lifetime,
  'upload.dedupBy': oneOf('file', 'picture'),
  'upload.accessLists': oneOf('off', 'on'),
  'text.requestsPerMinute': wholeNumber(0, 1_000_000),
  'text.whitelistMode': oneOf('on', 'off'),
  'console.secondFactor': oneOf('off', 'administrators', 'all'),
  'console.passwords': oneOf('on', 'off'),
  'console.providerAccounts': oneOf('on', 'off'),
  'keys.defaultExpiryDays': wholeNumber(0, 3_650),
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

/** The name of a policy. */
export type PolicyKey = keyof typeof policyValues

/** The site's policy: every key with its value in force. */
export type Policy = { readonly [K in PolicyKey]: z.output<(typeof policyValues)[K]['schema']> }

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
  const { schema, expected } = policyValues[key]
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data as Policy[K]
  throw badField(key, message('{key}: {problem}', { key, problem: expected }))
}

/** A value as an operator writes it. */
export function writtenPolicyValue(value: Policy[PolicyKey]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The policy in force, from the values that operators have set (stored in the form that they wrote). */
export function policyFrom(stored: ReadonlyMap<string, string>): Policy {
  const policy: Record<string, unknown> = { ...defaultPolicy }
  for (const [key, text] of stored) if (isPolicyKey(key)) policy[key] = readPolicyValue(key, text)
  return Object.freeze(policy) as Policy
}
