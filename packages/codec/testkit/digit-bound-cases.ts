/** Texts that digits pack at the bounds of the coder's state, with L as on the page, and the longest one. */
import { pack } from '../src/packing/packing.ts'
import { seededNumbers } from '../test/sample/damages.ts'
import { packedCase, type TestkitCase } from './case.ts'

const texts: readonly (readonly [name: string, about: string, text: string])[] = [
  ['fill-below', 'a reader comes to L − 1, which is filled', 'a#\u0671D\u06e6&\0'],
  ['fill-at', 'a reader comes to L, which is not', '\u0100 \u0147@t&\0'],
  ['put-below', 'a writer comes to 256 · L / 146 − 1, of which no byte is put', 'z\u06f1D\u06e6&\0'],
  ['put-at', 'a writer comes to 256 · L / 146, of which a byte is put', 'zz\x80\u0147@t&\0'],
  ['whole-below', 'the number before the mode is 128 L − 1, and one less', '\u{10ffff}"\u0453\0'],
  ['whole-above', 'the number before the mode is 128 L + 1, and stays', '\0\u29f8-\u0717'],
]

const numbers = seededNumbers(2)
const longest = String.fromCharCode(...Array.from({ length: 20_000 }, () => 33 + Math.floor(94 * numbers())))

/** Cases of texts that are written and read so. */
export const digitBoundCases = (): TestkitCase[] =>
  [...texts, ['longest', '20,000 units', longest] as const].map(([name, about, text]) =>
    packedCase(`digits-${name}`, { about, set: '0123', type: 'RAW', text }, pack(text)),
  )
