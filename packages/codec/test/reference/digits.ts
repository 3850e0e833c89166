/**
 * The packing by digits, implemented again from docs/cipher/format.md with numbers of any length, without regard to
 * speed. It shares nothing with the fast code.
 */

const least = 2n ** 20n * 9n * 11n * 23n * 31n * 73n
const decimal = '0123456789'
const small = 'abcdefghijklmnopqrstuvwxyz'
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

/** Number, remainder and characters of each mode; UTF-8 has no list. */
const modes: readonly (readonly [radix: bigint, mark: bigint, characters: string | null])[] = [
  [2n, 0n, null],
  [4n, 1n, ascii],
  [16n, 3n, `${decimal} -:/.,+()TZ`],
  [16n, 7n, `${decimal}abcdef-`],
  [16n, 11n, `${decimal}ABCDEF-`],
  [16n, 15n, `${small.toUpperCase()}${small}${decimal}+/=-_.`],
]

type Digit = readonly [digit: number, radix: number]

/** The digits of a character, in the order of reading; `null` if the mode lacks it. */
function digitsOf(character: string, characters: string | null): Digit[] | null {
  if (characters !== null) {
    const place = characters.indexOf(character)
    return place < 0 ? null : [[place + 1, characters.length + 1]]
  }
  const codePoint = character.codePointAt(0)!
  if (codePoint < 0x80) return [[codePoint + 1, 146]]
  if (codePoint < 0x800)
    return [
      [128 + Math.floor(codePoint / 128), 146],
      [codePoint % 128, 128],
    ]
  if (codePoint < 0x10000)
    return [
      [144, 146],
      [codePoint - 0x800, 63_488],
    ]
  return [
    [145, 146],
    [codePoint - 0x10000, 2 ** 20],
  ]
}

function writeDigits(
  digits: readonly Digit[],
  [radix, mark]: readonly [bigint, bigint, unknown],
): Uint8Array {
  let x = 0n
  const out: bigint[] = []
  const push = (digit: bigint, radix: bigint) => {
    while (x * radix >= 256n * least) {
      out.unshift(x % 256n)
      x /= 256n
    }
    x = x * radix + digit
  }
  for (const [digit, of] of digits.toReversed()) push(BigInt(digit), BigInt(of))
  if (out.length === 0 && (x - 1n) * radix < 256n * least) x--
  push(mark, radix)
  const hex = x.toString(16)
  const first = Uint8Array.from(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'))
  return Uint8Array.of(...first, ...out.map(Number))
}

/** Packs a text by digits. */
export function referenceDigitPack(text: string): Uint8Array {
  const forms = modes.flatMap((mode) => {
    const digits = Array.from(text).map((character) => digitsOf(character, mode[2]))
    return digits.includes(null)
      ? []
      : [
          writeDigits(
            digits.flatMap((some) => some ?? []),
            mode,
          ),
        ]
  })
  return forms.toSorted((a, b) => a.length - b.length)[0]!
}

/** Unpacks bytes; `null` if {@link referenceDigitPack} never writes them. */
export function referenceDigitUnpack(bytes: Uint8Array, maxUnits = 20_000): string | null {
  const left = [...bytes]
  let x = 0n
  const fill = () => {
    while (x < least && left.length > 0) x = 256n * x + BigInt(left.shift()!)
  }
  const pop = (radix: number): number => {
    const digit = Number(x % BigInt(radix))
    x /= BigInt(radix)
    fill()
    return digit
  }
  fill()
  const isShort = left.length === 0
  const [number, , characters] = modes.find(([radix, mark]) => x % radix === mark)!
  pop(Number(number))
  if (isShort) x++
  let text = ''
  while (x > 0n && text.length <= maxUnits) {
    const first = pop(characters === null ? 146 : characters.length + 1)
    if (first === 0) return null
    if (characters !== null) text += characters[first - 1]
    else if (first <= 128) text += String.fromCodePoint(first - 1)
    else if (first <= 143) text += String.fromCodePoint((first - 128) * 128 + pop(128))
    else text += String.fromCodePoint(first === 144 ? 0x800 + pop(63_488) : 0x10000 + pop(2 ** 20))
  }
  if (text === '' || text.length > maxUnits) return null
  return Buffer.from(referenceDigitPack(text)).equals(bytes) ? text : null
}
