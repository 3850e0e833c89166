import { test } from 'bun:test'
import { mediaTypes } from '@pictoglyph/media/media-type'
import type { OtherKind } from '@pictoglyph/media/other-kind'
import { expectRecorded } from '@pictoglyph/recorded'
import { chineseReasons, reasonText } from '../../src/language/chinese-reasons.ts'
import { Failure, type FailureCode, type FailureFacts, toldOf } from '../../src/language/failure.ts'
import { failures } from '../../src/language/failures.ts'
import { describeFound, type FoundKind } from '../../src/language/instead.ts'
import { type Message, message, verbatim } from '../../src/language/message.ts'

const nowMs = Date.UTC(2026, 0, 1)
const known = message('The upload stalled.')
const partlyKnown = message('{field} is empty.', { field: verbatim('The hat') })
const unknown = verbatim('it is a teapot.')

/** Facts beside the example of each code, so that every branch of its words is read. */
const others: FailureFacts[] = [
  { code: 'UNAUTHORIZED', came: 'nothing' },
  { code: 'UNAUTHORIZED', came: 'otherForm' },
  { code: 'UNAUTHORIZED', came: 'key' },
  { code: 'KEY_BOUND', reason: unknown },
  { code: 'KEY_USED_UP', maxUploads: 1_000_000 },
  ...[0, 1, 59_999, 60_000, 60_001, 300_000].flatMap((waitMs): FailureFacts[] => [
    { code: 'RATE_LIMITED', resetAtMs: nowMs + waitMs, limit: 2 },
    { code: 'RATE_LIMITED', resetAtMs: nowMs + waitMs, limit: null },
  ]),
  ...[known, partlyKnown, unknown].flatMap((reason): FailureFacts[] => [
    { code: 'BAD_REQUEST', reason, field: 'name' },
    { code: 'UPLOAD_STALLED', reason },
    { code: 'INVALID_IMAGE', reason },
    { code: 'CONFLICT', reason },
  ]),
  { code: 'FILE_MISSING', instead: { kind: 'empty' } },
  { code: 'FILE_MISSING', instead: { kind: 'text' } },
  { code: 'FILE_MISSING', instead: { kind: 'otherName', name: 'image' } },
  { code: 'TYPE_NOT_ALLOWED', found: 'pdf', allowed: mediaTypes },
  { code: 'TOO_LARGE', limitBytes: 1_500 },
  { code: 'QUOTA_EXCEEDED', quotaBytes: 0, isForGuest: true },
  { code: 'QUOTA_EXCEEDED', quotaBytes: 0, siteBytes: 5 * 1024 ** 3 },
  { code: 'QUOTA_EXCEEDED', quotaBytes: 0, maxImages: 12_000 },
  { code: 'QUOTA_EXCEEDED', quotaBytes: 1024, deletedBytes: 4096 },
  { code: 'DECODE_FAIL' },
  { code: 'NOT_FOUND', what: known },
  { code: 'NOT_FOUND', what: unknown, near: '/api/v1/upload' },
  { code: 'METHOD_NOT_ALLOWED', allowed: ['POST'], near: '/api/v1/upload' },
  { code: 'OVERLOADED', retryAfterSeconds: 7, helper: 'scanner' },
  { code: 'STORAGE_FAILED', isLasting: true },
  { code: 'STORAGE_FAILED', helper: 'reader' },
  { code: 'STORAGE_FAILED', helper: 'writer', isLasting: true },
]

const codes = Object.keys(failures) as FailureCode[]

test('every refusal has its status, its headers and its words in both languages', async () => {
  const told = codes.flatMap((code) => {
    const { section, status, uploadStatus, describedIn, example } = failures[code] as Entry
    const said = [{ code, ...example } as FailureFacts, ...others.filter((facts) => facts.code === code)]
    return [
      `${code} ${status}${uploadStatus ? `, of an upload ${uploadStatus}` : ''} (${section}; ${describedIn.join(', ')})`,
      ...said.flatMap(wordsOf),
    ]
  })
  await expectRecorded(new URL('./failures.txt', import.meta.url), told)
})

/** The compiler misses none. */
const otherKinds: Record<OtherKind, true> = {
  ...{ heic: true, raw: true, tiff: true, bmp: true, tga: true, jxl: true, jp2: true, ico: true, psd: true },
  ...{ pdf: true, video: true, audio: true, zip: true, gzip: true, rar: true, '7z': true, html: true },
  ...{
    'apple-double': true,
    'read-as-text': true,
    'after-blank': true,
    base64: true,
    json: true,
    text: true,
  },
  ...{ 'lfs-pointer': true, 'store-error': true, 'svg-entities': true, 'svg-encoding': true },
  'svg-broken': true,
}

test('every kind of file is described in both languages', async () => {
  const kinds = ['unknown', ...mediaTypes, ...(Object.keys(otherKinds) as OtherKind[])] satisfies FoundKind[]
  const told = kinds.map((kind) => `${kind}: ${inBoth(describeFound(kind))}`)
  await expectRecorded(new URL('./kinds-of-files.txt', import.meta.url), told)
})

test('every translated reason is read in Chinese, with its values', async () => {
  const told = Object.keys(chineseReasons).map((template) => {
    const places = [...template.matchAll(/\{(\w+)\}/g)].map(([place, name]) => [name, place])
    return inBoth({ template, values: Object.fromEntries(places) })
  })
  await expectRecorded(new URL('./reasons.txt', import.meta.url), told)
})

interface Entry {
  section: string
  status: number
  uploadStatus?: number
  example: object
  describedIn: readonly string[]
  headers?: (facts: FailureFacts, nowMs: number) => Record<string, string>
}

function wordsOf(facts: FailureFacts): string[] {
  const [english, chinese] = [toldOf(facts, 'en'), toldOf(facts, 'zh-CN')]
  const { headers } = failures[facts.code] as Entry
  const { code: _, ...given } = facts
  return [
    `  ${JSON.stringify(given)}`,
    `    ${new Failure(facts).message}`,
    ...[english, chinese].map((text) => `    ${Object.values(text).join(' | ')}`),
    ...Object.entries(headers?.(facts, nowMs) ?? {}).map(([name, value]) => `    ${name}: ${value}`),
  ]
}

function inBoth(words: Message): string {
  const { message: chinese, detail } = reasonText(words, 'untranslated: ')
  return `${new Failure({ code: 'BAD_REQUEST', reason: words }).message} | ${chinese}${detail ?? ''}`
}
