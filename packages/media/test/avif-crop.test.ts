import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { avif, box, size } from './build/avif.ts'
import { big, bytesOf } from './build/bytes.ts'

const [width, height] = [120, 160]

function signed(value: number): Uint8Array {
  return big(4, value < 0 ? value + 2 ** 32 : value)
}

/** A picture that a `clap` box crops: width, height and offset as fractions. */
function cropped(numbers: number[], ...further: Uint8Array[]): Uint8Array {
  const properties = [size(width, height), box('clap', numbers.map(signed)), ...further]
  const data = bytesOf('picture')
  const item = { id: 1, type: 'av01', data, properties: properties.map((_, index) => index + 1) }
  return avif({ primary: 1, items: [item], properties })
}

test.each([
  ['whole pixels from the first one on', [96, 1, 132, 1, -12, 1, -14, 1], [96, 132]],
  ['half a pixel off the middle', [119, 1, 160, 1, -1, 2, 0, 1], [119, 160]],
  ['fractions that are whole', [288, 3, 264, 2, -24, 2, -28, 2], [96, 132]],
  ['all of it', [120, 1, 160, 1, 0, 1, 0, 7], [120, 160]],
])('an AVIF that is cropped to %s has the size of that, and all of it is decoded', (_, clap, shown) => {
  const facts = inspect(cropped(clap))
  expect([facts.width, facts.height]).toEqual(shown)
  expect(facts.decoded).toEqual({ width, height })
})

test.each([
  ['begins elsewhere', [96, 1, 132, 1, 0, 1, 0, 1]],
  ['begins elsewhere in one direction', [96, 1, 132, 1, -12, 1, -13, 1]],
  ['begins between two pixels', [95, 1, 132, 1, -12, 1, -14, 1]],
  ['has parts of pixels', [97, 2, 132, 1, -12, 1, -14, 1]],
  ['is larger', [122, 1, 160, 1, 1, 1, 0, 1]],
  ['is empty', [0, 1, 160, 1, -60, 1, 0, 1]],
  ['is negative', [-96, -1, 132, 1, -12, 1, -14, 1]],
  ['divides by nothing', [96, 1, 132, 1, -12, 0, -14, 1]],
  ['is beyond exact numbers', [1, 1, 1, 1, -(2 ** 31), 2 ** 31 - 1, 0, 1]],
  ['divides nothing by nothing', [96, 1, 132, 1, -12, 1, 0, 0]],
  ['is too short', [96, 1, 160, 1, -12, 1, 0]],
])('an AVIF with a crop that %s has the size of all of it', (_, clap) => {
  expect(inspect(cropped(clap))).toMatchObject({ width, height, decoded: { width, height } })
})

test('a crop comes before a turn', () => {
  const bytes = cropped([96, 1, 132, 1, -12, 1, -14, 1], box('irot', '\x01'))
  expect(inspect(bytes)).toMatchObject({ width: 96, height: 132, orientation: 8 })
})
