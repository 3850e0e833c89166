import { mediaTypes } from '@pictoglyph/media/media-type'
import { badRequest } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { ApiKey, KeyBinding } from '../language/records.ts'
import { readLifetime, writeSpan } from '../language/span.ts'
import { readLinkName } from '../links/link-name.ts'
import { formatCidr, networksAround, parseCidr } from '../network/cidr.ts'
import { readPolicyValue } from '../policy/policy.ts'
import {
  choiceRestriction,
  isHigher,
  isLonger,
  listRestriction,
  numberRestriction,
  type Restriction,
} from './restriction.ts'

/** All restrictions of a key beyond its permissions; missing ones restrict nothing. */
export interface KeyRestrictions extends KeyBinding {
  uploadsPerMinute?: number
  maxUploads?: number
  imageLifetimeMs?: number
}

/** The highest limit of uploads per minute. */
export const maxUploadsPerMinute = 1_000_000
/** The highest limit of all uploads of a key. */
export const maxUploadsOfKey = 1_000_000_000

function reachesFurther(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): boolean {
  if (before === undefined) return false
  const known = new Set(before.map((network) => formatCidr(parseCidr(network))))
  const isWithin = (network: string) => {
    const { network: first, prefixLength } = parseCidr(network)
    return networksAround(first)
      .slice(0, prefixLength + 1)
      .some((around) => known.has(around))
  }
  return !(after?.every(isWithin) ?? false)
}

/** Every restriction of a key, in display order. */
export const restrictions = {
  categoryIds: choiceRestriction({
    field: 'categoryIds',
    label: ['Only to categories', '仅限分类'],
    option: ['--bind-category <id...>', 'it may upload to these categories only'],
  }),
  albumIds: choiceRestriction({
    field: 'albumIds',
    label: ['Only into albums', '仅限相册'],
    option: ['--bind-album <id...>', 'it may upload into these albums only'],
  }),
  types: {
    ...choiceRestriction({
      field: 'types',
      label: ['Only types', '仅限类型'],
      option: ['--bind-type <type...>', 'it may upload these types only, such as png or image/png'],
    }),
    read(texts: readonly string[]) {
      const given = readPolicyValue('upload.types', texts.join())
      return mediaTypes.filter((type) => given.includes(type))
    },
    check(types: readonly string[]) {
      const unknown = types.find((type) => !mediaTypes.some((known) => known === type))
      if (unknown !== undefined) throw badRequest(message('"{type}" is no image type.', { type: unknown }))
    },
  },
  maxBytes: numberRestriction(
    {
      field: 'maxBytes',
      label: ['Max. file size (MB)', '最大文件（MB）'],
      inLine: ['Only files up to', '仅限文件大小'],
      option: ['--bind-max-bytes <n>', 'it may upload files of at most so many bytes'],
    },
    {
      most: Number.MAX_SAFE_INTEGER,
      unit: 1024 * 1024,
      refusal: message('The size must be a whole number of bytes, at least 1.'),
    },
  ),
  networks: listRestriction(
    {
      field: 'network',
      label: ['Only from these networks', '仅限来自这些网络'],
      inLine: ['Only from', '仅限来源网络'],
      hint: [
        'Addresses or CIDR, one a line, such as 10.0.0.0/8.',
        '地址或 CIDR，每行一个，例如 10.0.0.0/8。',
      ],
      option: ['--bind-network <cidr...>', 'it may be used from these networks only'],
    },
    'lines',
    (network) => void formatCidr(parseCidr(network)),
    reachesFurther,
  ),
  linkNames: listRestriction(
    {
      field: 'linkNames',
      label: ['May set the links', '可设置的链接'],
      inLine: ['May set the links', '可设置链接'],
      hint: ['Names of links under /l/, with spaces between.', '/l/ 下的链接名称，以空格分隔。'],
      option: ['--bind-link <name...>', 'its uploads may have these links lead to their image'],
    },
    'words',
    (name) => void readLinkName(name, 'linkNames'),
    // Without link names a key can set no links at all.
    (before = [], after = []) => isLonger(before, after),
  ),
  uploadsPerMinute: numberRestriction(
    {
      field: 'uploadsPerMinute',
      label: ['Uploads per minute', '每分钟上传数'],
      option: ['--uploads-per-minute <n>', 'uploads in any 60 seconds, over all processes'],
    },
    {
      most: maxUploadsPerMinute,
      refusal: message('The uploads per minute must be a whole number from {least} to {most}.', {
        least: 1,
        most: maxUploadsPerMinute,
      }),
    },
  ),
  maxUploads: numberRestriction(
    {
      field: 'maxUploads',
      label: ['Max. uploads', '上传总数'],
      option: ['--max-uploads <n>', 'uploads in all'],
    },
    {
      most: maxUploadsOfKey,
      refusal: message('The number of uploads must be a whole number from {least} to {most}.', {
        least: 1,
        most: maxUploadsOfKey,
      }),
    },
  ),
  imageLifetimeMs: {
    field: 'imageLifetime',
    label: ['Images expire after', '图片到期时长'],
    option: [
      '--image-lifetime <span>',
      'how long its images stay unless an upload says otherwise, such as 30d',
    ],
    control: { kind: 'span' },
    read: ([text = '']: readonly string[], called: string) => readLifetime(called, text),
    write: (ms: number) => [writeSpan(ms)],
    check: () => {},
    isLooser: isHigher,
  },
} as const satisfies { [Name in keyof KeyRestrictions]-?: Restriction<NonNullable<KeyRestrictions[Name]>> }

export type RestrictionName = keyof typeof restrictions

/** All restrictions by name, with untyped values. */
export const allRestrictions = Object.entries(restrictions) as [RestrictionName, Restriction<unknown>][]

type RestrictedKey = Pick<ApiKey, 'uploadsPerMinute' | 'maxUploads' | 'imageLifetimeMs' | 'binding'>

export const restrictionsOf = (key: RestrictedKey): KeyRestrictions => ({
  ...key.binding,
  ...(key.uploadsPerMinute !== null && { uploadsPerMinute: key.uploadsPerMinute }),
  ...(key.maxUploads !== null && { maxUploads: key.maxUploads }),
  ...(key.imageLifetimeMs !== null && { imageLifetimeMs: key.imageLifetimeMs }),
})

/** Restrictions in the form in which a key stores them. */
export function restrictedKey(given: KeyRestrictions): RestrictedKey {
  const { uploadsPerMinute, maxUploads, imageLifetimeMs, ...binding } = given
  return {
    uploadsPerMinute: uploadsPerMinute ?? null,
    maxUploads: maxUploads ?? null,
    imageLifetimeMs: imageLifetimeMs ?? null,
    binding,
  }
}

/**
 * Reads restrictions from a form or the options of a command.
 * @param textsOf the texts of a restriction; none lifts it, `undefined` leaves it as it is
 * @param called the input's name for it
 * @throws {Failure} BAD_REQUEST
 */
export function readRestrictions(
  before: KeyRestrictions,
  textsOf: (restriction: Restriction<unknown>) => readonly string[] | undefined,
  called: (restriction: Restriction<unknown>) => string,
): KeyRestrictions {
  const read = allRestrictions.map(([name, restriction]) => {
    const texts = textsOf(restriction)
    if (texts === undefined) return [name, before[name]]
    return [name, texts.length === 0 ? undefined : restriction.read(texts, called(restriction))]
  })
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(read.filter(([, value]) => isGiven(value))) as KeyRestrictions
}

/** @throws {Failure} BAD_REQUEST for a restriction that is invalid or would block everything */
export function checkRestrictions(given: KeyRestrictions): void {
  for (const [name, restriction] of allRestrictions) {
    if (given[name] !== undefined) restriction.check(given[name])
  }
}

/** The fields of a key that its owner may change: all but its secret, its permissions and their objects. */
export type ChangeableKey = Pick<ApiKey, 'name' | 'expiresAtMs'> & RestrictedKey

/**
 * Whether a change gives a key more rights; such a change needs a fresh sign-in. A new network counts as more even if
 * several old ones together cover it.
 */
export function isWider(before: ChangeableKey, after: ChangeableKey): boolean {
  const [held, given] = [restrictionsOf(before), restrictionsOf(after)]
  return (
    isHigher(before.expiresAtMs ?? undefined, after.expiresAtMs ?? undefined) ||
    allRestrictions.some(([name, { isLooser }]) => isLooser(held[name], given[name]))
  )
}
