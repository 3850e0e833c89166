import { expect, test } from 'bun:test'
import {
  addingProblem,
  liveLimitsOf,
  noLiveLimits,
  type Room,
  siteProblem,
  textBytesOf,
  uploadingProblem,
} from '../../src/accounts/quota.ts'
import type { FailureFacts } from '../../src/language/failure.ts'
import { defaultPolicy } from '../../src/policy/policy.ts'

const used = { images: 0, bytes: 0, deletedBytes: 0, deletedImages: 0, textBytes: 0 }
const free: Room = { quotaBytes: null, maxImages: 0, used, added: { images: 1, bytes: 1 } }
const full = (facts: object): FailureFacts => ({ code: 'QUOTA_EXCEEDED', quotaBytes: 100, ...facts })
const many = full({ quotaBytes: 0, maxImages: 10 })

const rooms: [
  what: string,
  room: Partial<Room>,
  adding?: FailureFacts | undefined,
  uploading?: FailureFacts,
][] = [
  [
    'no limits',
    { used: { images: 1e6, bytes: 1e12, deletedBytes: 1e12, deletedImages: 1e6, textBytes: 1e9 } },
  ],
  ['as many bytes as the quota', { quotaBytes: 100, used: { ...used, bytes: 59, textBytes: 40 } }],
  ['a byte more', { quotaBytes: 100, used: { ...used, bytes: 60, textBytes: 40 } }, full({}), full({})],
  [
    'a byte of text more',
    { quotaBytes: 100, used: { ...used, bytes: 59, textBytes: 41 } },
    full({}),
    full({}),
  ],
  ['a quota of nothing', { quotaBytes: 0 }, full({ quotaBytes: 0 }), full({ quotaBytes: 0 })],
  ['as many images as may be', { maxImages: 10, used: { ...used, images: 9 } }],
  ['an image more', { maxImages: 10, used: { ...used, images: 10 } }, many, many],
  ['no image more', { maxImages: 10, used: { ...used, images: 11 }, added: { images: 0, bytes: 1 } }],
  ['deleted bytes of two quotas', { quotaBytes: 100, used: { ...used, deletedBytes: 200 } }],
  [
    'a deleted byte more',
    { quotaBytes: 100, used: { ...used, deletedBytes: 201 } },
    undefined,
    full({ deletedBytes: 201 }),
  ],
  ['deleted images of twice as many', { maxImages: 10, used: { ...used, deletedImages: 20 } }],
  ['a deleted image more', { maxImages: 10, used: { ...used, deletedImages: 21 } }, undefined, many],
  ['both', { quotaBytes: 100, maxImages: 10, used: { ...used, bytes: 100, images: 10 } }, full({}), full({})],
]

test('there is room up to each limit, and none beyond it', () => {
  for (const [what, change, adding, uploading] of rooms) {
    const room = { ...free, ...change }
    expect([what, addingProblem(room), uploadingProblem(room)]).toEqual([what, adding, uploading])
  }
})

test('the whole site is full at one byte more than its limit', () => {
  const problem = (maxBytes: number | null, bytes: number) => siteProblem(maxBytes, { bytes, addedBytes: 10 })
  const isFull = { code: 'QUOTA_EXCEEDED', quotaBytes: 100, siteBytes: 100 } as const
  expect([problem(100, 90), problem(100, 91), problem(null, 1e15), problem(0, 0)?.code]).toEqual([
    ...[undefined, isFull, undefined, 'QUOTA_EXCEEDED' as const],
  ])
})

test('text takes four times its bytes, and limits are those of the policy', () => {
  expect(textBytesOf({ title: 'ab', description: '猫é' })).toBe(4 * (2 + 5))
  expect(textBytesOf({ title: '', description: '' })).toBe(0)
  expect(liveLimitsOf(defaultPolicy)).toEqual(noLiveLimits)
  const policy = { ...defaultPolicy, 'upload.maxImagesPerUser': 7, 'site.maxBytes': 9 } as const
  expect([liveLimitsOf(policy), noLiveLimits]).toEqual([
    { maxImages: 7, maxSiteBytes: 9 },
    { maxImages: 0, maxSiteBytes: null },
  ])
})
