import { expect, test } from 'bun:test'
import { formatBytes, formatOverLimit } from '../../src/language/format-bytes.ts'

test('a size is read in the unit that fits, in the language of the reader', () => {
  const written = [1, 512, 1024, 1536, 20 * 1024 ** 2, 3 * 1024 ** 3, 2048 * 1024 ** 4]
  expect(written.map((count) => formatBytes(count, 'en'))).toEqual([
    '1 byte',
    '512 bytes',
    '1 kB',
    '1.5 kB',
    '20 MB',
    '3 GB',
    '2,048 TB',
  ])
  expect(formatBytes(512, 'zh-CN')).toBe('512字节')
})

test('a size over its limit never reads as the limit', () => {
  const MiB = 1024 * 1024
  expect(formatOverLimit(20 * MiB + 1, 20 * MiB, 'en')).toEqual(['20.000001 MB', '20 MB'])
  expect(formatOverLimit(20.1 * MiB, 20 * MiB, 'en')).toEqual(['20.1 MB', '20 MB'])
  expect(formatOverLimit(25 * MiB, 20 * MiB, 'en')).toEqual(['25 MB', '20 MB'])
  expect(formatOverLimit(201, 200, 'en')).toEqual(['201 bytes', '200 bytes'])
})
