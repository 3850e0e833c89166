import { test } from 'bun:test'
import { colourOfCodePoints, colourOfMeasures } from '@pictoglyph/media/shown/colour'
import { expectRecorded } from '@pictoglyph/recorded'
import { convertToSrgb } from '../src/to-srgb.ts'

const greys = [0, 1, 3, 5, 9, 10, 25, 50, 58, 60, 65, 75, 90, 100]
/** Red, green and blue in percent of the largest sample. */
const colours = [
  ...greys.map((grey) => [grey, grey, grey]),
  ...[
    [100, 0, 0],
    [0, 100, 0],
    [0, 0, 100],
    [80, 40, 20],
    [20, 80, 40],
    [40, 20, 80],
    [70, 60, 30],
    [4, 2, 1],
  ],
] as [number, number, number][]

const primaries = { 'BT.709': 1, 'BT.470M': 4, 'BT.2020': 9, XYZ: 10, DCI: 11, 'Display P3': 12 }
const transfers = {
  sRGB: 13,
  'gamma 2.2': 4,
  'gamma 2.8': 5,
  'SMPTE 240M': 7,
  linear: 8,
  PQ: 16,
  DCI: 17,
  HLG: 18,
}

test('colours of every kind of picture are converted to those of sRGB that are recorded', async () => {
  const kinds = Object.entries(primaries).flatMap(([of, point]) =>
    Object.entries(transfers).map(
      ([by, curve]) => [`${of}, ${by}`, colourOfCodePoints(point, curve, 'srgb')] as const,
    ),
  )
  const measured = [
    ['measured', colourOfMeasures(1.8)],
    ['measured BT.2020', colourOfMeasures(2.4, [...colourOfCodePoints(9, 8, 'srgb').primaries])],
  ] as const
  const lines = [...kinds, ...measured].flatMap(([kind, colour]) => {
    const rgb = Uint16Array.from(colours.flat(), (percent) => Math.round(percent * 655.35))
    const rgba = Uint16Array.from(
      colours.flatMap((one) => [...one, 30]),
      (percent) => Math.round(percent * 655.35),
    )
    convertToSrgb({ data: rgb, channels: 3 }, colour)
    convertToSrgb({ data: rgba, channels: 4 }, colour)
    const made = colours.map((_, at) => [...rgb.slice(3 * at, 3 * at + 3)])
    const withAlpha = colours.map((_, at) => [...rgba.slice(4 * at, 4 * at + 4)])
    const isSame = made.every((one, at) => [...one, 19_661].join() === withAlpha[at]?.join())
    // Eight bits, so that the last bit of a processor's powers makes no difference.
    const shown = made.map((one) => [...new Set(one.map((value) => Math.round(value / 257)))])
    return [
      `${kind}${isSame ? '' : ', but others with alpha'}`,
      `  ${shown.slice(0, greys.length).join(' ')}`,
      `  ${made
        .slice(greys.length)
        .map((one) => one.map((value) => Math.round(value / 257)))
        .join('; ')}`,
    ]
  })
  await expectRecorded(new URL('./to-srgb.txt', import.meta.url), lines)
})
