import { expect, test } from 'bun:test'
import type { Image } from '../../src/language/records.ts'
import { defaultPolicy } from '../../src/policy/policy.ts'
import { previewPolicy } from '../../src/policy/preview-policy.ts'

function image(file: Partial<Image['file']>): Image {
  return {
    id: 'id',
    ownerId: 'owner',
    ownerName: 'owner',
    ownerDisplayName: '',
    categoryId: 'general',
    title: '',
    description: '',
    fileName: '',
    createdAtMs: 0,
    deletedAtMs: null,
    takenDown: null,
    expiresAtMs: null,
    receivedSha256: '',
    keyId: null,
    removed: [],
    file: { address: '', sizeBytes: 100, type: 'image/png', width: 10, height: 10, frames: 1, ...file },
  }
}

test('an image counts once as refused, and for each rule that it breaks', () => {
  const policy = { ...defaultPolicy, 'upload.maxBytes': 1_000, 'upload.maxSide': 100 }
  const images = [image({}), image({ sizeBytes: 1_001, width: 101 }), image({ height: 101 })]
  expect(previewPolicy(policy, images)).toEqual({
    judged: 3,
    refused: 2,
    byRule: [
      { label: ['File too large', '文件过大'], count: 1 },
      { label: ['Side too long', '边长过长'], count: 2 },
    ],
  })
})

test('a limit allows exactly what it names', () => {
  const policy = {
    ...defaultPolicy,
    'upload.maxBytes': 100,
    'upload.maxSide': 10,
    'upload.maxPixels': 100,
    'upload.maxFrames': 1,
  }
  expect(previewPolicy(policy, [image({})]).refused).toBe(0)
  for (const over of [
    { sizeBytes: 101 },
    { width: 11, height: 9 },
    { height: 11, width: 1 },
    { frames: 2 },
  ]) {
    expect(previewPolicy(policy, [image(over)]).refused).toBe(1)
  }
})

test('a type that is not accepted any more is refused', () => {
  const policy = { ...defaultPolicy, 'upload.types': ['image/jpeg' as const] }
  expect(previewPolicy(policy, [image({}), image({ type: 'image/jpeg' })]).byRule).toEqual([
    { label: ['Type not accepted', '类型不允许'], count: 1 },
  ])
})
