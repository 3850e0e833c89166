import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, find } from './build/bytes.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { samples } from './samples.ts'
import { readParts, stray, strayParts } from './stray-parts.ts'

const modes = ['strip', 'location'] as const

describe.each(strayParts)('$name', ({ planted, clean }) => {
  test('is planted, and the file without it is whole', () => {
    expect(inspect(planted)).toMatchObject({ complete: true, plain: false })
    for (const mode of modes) expect(strip(clean, mode)).toEqual({ bytes: clean, removed: [] })
  })

  test.each(modes)('is the file without it after %s', (mode) => {
    const { bytes, removed } = strip(planted, mode)
    expect(find(bytes, stray)).toBe(-1)
    expect(Buffer.compare(bytes, clean)).toBe(0)
    expect(removed).not.toEqual([])
  })
})

test('what follows the preview of JFIF is removed, whatever length remains', () => {
  const { bytes } = samples.find(({ name }) => name === 'JPEG')!
  for (const width of [1, 77, 78, 79, 80, 81, 82, 255]) {
    const head = bytesOf('JFIF\0\x01\x02\0\0\x01\0\x01', Uint8Array.of(width, 1), new Uint8Array(3 * width))
    const clean = withSegments(bytes, segment(0xe0, head))
    const planted = withSegments(bytes, segment(0xe0, head, 'after it'))
    expect(strip(planted, 'location').bytes).toEqual(clean)
  }
})

test.each(readParts)('a %s whose every part is read stays as it is', (_, bytes) => {
  for (const mode of modes) expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
})
