import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { avis, box, fullBox } from './build/avif.ts'
import { big, bytesOf, find } from './build/bytes.ts'
import { emptyProfile } from './build/profile.ts'
import { coded, colour, height, picture, strayAvifs, twoInfos, width, words } from './stray-avif.ts'
import { stray } from './stray-parts.ts'

describe.each(strayAvifs)('an AVIF with %s', (_, planted) => {
  const bytes = picture(planted)

  test.each(['strip', 'location'] as const)('shows the same without them after %s', async (mode) => {
    const stripped = strip(bytes, mode)
    expect(find(stripped.bytes, stray)).toBe(-1)
    expect(find(stripped.bytes, stray.slice(2, 8))).toBe(-1)
    expect(stripped.removed.map(({ kind }) => kind)).toEqual(['application'])
    expect(stripped.bytes.length).toBe(bytes.length)
    expect(inspect(stripped.bytes)).toEqual(inspect(bytes))
    expect(strip(stripped.bytes, mode)).toEqual({ bytes: stripped.bytes, removed: [] })
    const shown = await sharp(picture({})).raw().toBuffer()
    expect((await sharp(stripped.bytes).raw().toBuffer()).equals(shown)).toBe(true)
  })
})

test('a picture of an AVIF that the shown one is not made of goes with its data when it is stripped', () => {
  const bytes = picture({ infos: twoInfos, places: words, data: words })
  const stripped = strip(bytes, 'strip')
  expect(find(stripped.bytes, stray)).toBe(-1)
  expect(stripped.removed).toEqual([{ kind: 'preview', bytes: words.length }])
  expect(inspect(stripped.bytes)).toEqual(inspect(bytes))
})

test.each(['free', 'abcd', 'idat', '\0\0\0\0'])(
  'a last box %j without a length keeps its own when an item before it goes',
  (type) => {
    const inMeta = bytesOf(big(4, 0), type, new Uint8Array(18))
    const bytes = picture({ infos: twoInfos, places: words, data: words, inMeta })
    for (const mode of ['strip', 'location'] as const) {
      const stripped = strip(bytes, mode)
      expect(stripped.bytes.length).toBe(bytes.length)
      expect(inspect(stripped.bytes)).toEqual(inspect(bytes))
      expect(strip(stripped.bytes, mode)).toEqual({ bytes: stripped.bytes, removed: [] })
    }
  },
)

test('the sequence of an AVIF loses boxes that decoders pass over', () => {
  const heads = { movie: box('mvex', words), media: box('abcd', words) }
  const { bytes, removed } = strip(avis(width, height, 3, coded, { heads }), 'strip')
  expect(find(bytes, stray)).toBe(-1)
  expect(removed.map(({ kind }) => kind)).toEqual(['application'])
})

test('an AVIF whose every part is read stays as it is', () => {
  const bytes = picture({
    properties: [colour, box('colr', 'prof', emptyProfile), fullBox('pixi', 0, 0, '\x03\x08\x08\x08')],
  })
  expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
})
