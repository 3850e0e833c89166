import { expect, test } from 'bun:test'
import { removedInSentence, removedMetadata } from '../../src/page/removed-metadata.ts'

const items = (...kinds: string[]) => kinds.map((kind) => ({ kind, bytes: 1 }))

test('what was taken out of a file is listed in the reader’s language', () => {
  expect(removedMetadata(items('exif', 'location'), 'en')).toBe('camera data, location')
  expect(removedMetadata(items('exif', 'location'), 'zh-CN')).toBe('相机信息、位置')
})

test('within a sentence the last one is joined by a word', () => {
  expect(removedInSentence(items('exif', 'location'), 'en')).toBe('camera data and location')
  expect(removedInSentence(items('exif', 'location'), 'zh-CN')).toBe('相机信息和位置')
})

test('a kind that another release has written stands as it is', () => {
  for (const kind of ['hologram', 'toString']) expect(removedMetadata(items(kind), 'en')).toBe(kind)
})
