/**
 * Every frame detects a symbol changed, dropped or added and two neighbours swapped, with all shipped sets enabled.
 * The tests try every position and every symbol of every set. For RAW, they also exhaust the checksum over short
 * frames.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CharsetIndex, createCharsetIndex } from '../src/charset-index.ts'
import { checksumMark, crc16 } from '../src/checksum.ts'
import { decode, decodeSync } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode, encodeSync } from '../src/encode.ts'
import { CodecError } from '../src/failure.ts'
import { frameContext, frameWrapper, readFrame } from '../src/frame.ts'
import { type Packing, pack, packingBitOf } from '../src/packing/packing.ts'
import type { PreparedCharset } from '../src/prepared-charset.ts'
import { openRawBody, sealRawBody } from '../src/raw-body.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { anyKey, anyText, seededRandom, symbolsOf } from './arbitraries.ts'
import { quickScrypt } from './native-scrypt.ts'

const index = createCharsetIndex(shippedCharsets)
const everySymbol = [...new Set(shippedCharsets.flatMap((set) => [...set.symbols]))]
const key = '钥匙'
/** `PICTOGLYPH_PROOF=1` tests many more texts. */
const isProof = Boolean(process.env.PICTOGLYPH_PROOF)
const timeoutMs = isProof ? 600_000 : 30_000
const rawFrame = { kind: 'frame', type: 'RAW' } as const

/** All ciphers that one damage makes of this one. */
function* damagedCiphers(cipher: string, symbols: readonly string[] = everySymbol): Generator<string> {
  const intact = Array.from(cipher)
  for (let at = 0; at <= intact.length; at++) {
    const before = intact.slice(0, at).join('')
    const after = intact.slice(at + 1).join('')
    for (const symbol of symbols) {
      yield before + symbol + intact.slice(at).join('')
      if (at < intact.length && symbol !== intact[at]) yield before + symbol + after
    }
    if (at < intact.length) yield before + after
    const [left, right] = intact.slice(at, at + 2)
    if (right !== undefined && left !== right) yield before + right + left + intact.slice(at + 2).join('')
  }
}

async function isRefused(cipher: string, enabled: CharsetIndex): Promise<boolean> {
  try {
    const detection = detect(cipher, enabled)
    if (detection.type === 'AESGCM') await decode(detection, { key, scrypt: quickScrypt })
    else decodeSync(detection, key)
    return false
  } catch (error) {
    return error instanceof CodecError && (error.code === 'DAMAGED' || error.code === 'UNRECOGNIZED')
  }
}

async function acceptedAmong(ciphers: Iterable<string>, enabled = index): Promise<string[]> {
  const accepted: string[] = []
  for (const cipher of ciphers) if (!(await isRefused(cipher, enabled))) accepted.push(cipher)
  return accepted
}

const framesOf = shippedPresets.filter(({ scheme }) => scheme.kind === 'frame')
const everyFrame = shippedCharsets.flatMap((set) => framesOf.map((preset) => [set.id, preset.id] as const))

test.each(everyFrame)('%s %s: any one damage to a short frame is detected', async (setId, presetId) => {
  const { scheme } = framesOf.find(({ id }) => id === presetId)!
  const charset = index.get(setId)!
  const cipher = await encode({
    text: '好',
    charset,
    scheme,
    key,
    random: seededRandom(5),
    scrypt: quickScrypt,
  })
  // Derivations dominate the cost, so AESGCM only gets its own symbols and one of another set.
  const symbols =
    scheme.kind === 'frame' && scheme.type === 'AESGCM' ? [...charset.symbols, '.'] : everySymbol
  expect(await isRefused(cipher, index)).toBeFalse()
  expect(await acceptedAmong(damagedCiphers(cipher, symbols))).toEqual([])
})

test('of all RAW frames of one packed byte, and of two, no changed symbol and no swap passes the checksum', () => {
  const charset = index.get('digits')!
  const undetected: string[] = []
  let tried = 0
  for (const [packed, packing] of shortPackedTexts()) {
    const values = rawFrameValues(charset, packing, packed)
    for (const damaged of damagedInside(values)) {
      tried++
      if (passesChecksum(charset, damaged)) undetected.push(damaged.join(''))
    }
  }
  expect(undetected).toEqual([])
  expect(tried).toBeGreaterThan(300_000)
})

/** Every packed text of one byte; of two bytes every 16th or, as a proof, every one. */
function* shortPackedTexts(): Generator<[packed: Uint8Array, packing: Packing]> {
  for (const packing of [0, 1, 2] as const) {
    for (let byte = 0; byte < 256; byte++) yield [Uint8Array.of(byte), packing]
    for (let two = 0; two < 65_536; two += isProof ? 1 : 16)
      yield [Uint8Array.of(two >> 8, two & 255), packing]
  }
}

function rawFrameValues(charset: PreparedCharset, packing: Packing, bytes: Uint8Array): number[] {
  const packingBit = packingBitOf(packing)
  const body = sealRawBody(frameContext(charset, { type: 'RAW', packingBit }), { packing, bytes })
  const [w0, w1, w2, w3] = frameWrapper
  const symbols = [...body].flatMap((byte) => [byte >> 6, (byte >> 4) & 3, (byte >> 2) & 3, byte & 3])
  return [w0, w1, w2, 1, packingBit === 0 ? 1 : 3, ...symbols, w3]
}

/** Header and body with one changed symbol, or two swapped neighbours. */
function* damagedInside(values: readonly number[]): Generator<number[]> {
  for (let at = 3; at < values.length - 1; at++) {
    for (let other = 1; other < 4; other++) yield values.with(at, values[at]! ^ other)
    if (at + 2 < values.length && values[at] !== values[at + 1])
      yield values.with(at, values[at + 1]!).with(at + 1, values[at]!)
  }
}

/** Whether a reader would accept this frame: its checksum matches, or damage made it a keyed one. */
function passesChecksum(charset: PreparedCharset, values: readonly number[]): boolean {
  try {
    const frame = readFrame(Uint8Array.from(values))
    if (frame.type === 'RAW') openRawBody(frameContext(charset, frame), frame.packingBit, frame.body)
    return true
  } catch (error) {
    if (error instanceof CodecError) return false
    throw error
  }
}

test('any two changed symbols of a RAW frame pass the checksum as little', () => {
  const charset = index.get('digits')!
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.nat(),
      fc.nat(8),
      fc.constantFrom<Packing>(0, 1, 2),
      (packed, a, b, to, packing) => {
        const values = rawFrameValues(charset, packing, packed)
        const place = (nat: number) => 5 + (nat % (values.length - 6))
        fc.pre(place(a) !== place(b))
        const changed = values
          .with(place(a), values[place(a)]! ^ (1 + (to % 3)))
          .with(place(b), values[place(b)]! ^ (1 + Math.floor(to / 3)))
        expect(passesChecksum(charset, values)).toBeTrue()
        expect(passesChecksum(charset, changed)).toBeFalse()
      },
    ),
    { numRuns: isProof ? 100_000 : 1000 },
  )
})

/** The remainder of a changed symbol that stands one symbol earlier. */
const oneEarlier = (remainder: number): number =>
  [0, 1].reduce((shifted) => ((shifted << 1) ^ (shifted & 0x8000 ? 0x11021 : 0)) & 0xffff, remainder)

test('two changed symbols pass the checksum only as far apart as the page says', () => {
  const [utf16OrDigits, model]: [number[], number[]] = [[], []]
  for (let distance = 1, earlier = [1, 2, 3]; distance <= 16_383; distance++) {
    earlier = earlier.map(oneEarlier)
    for (const register of earlier)
      for (const later of [1, 2, 3]) {
        const remainder = register ^ later
        if (remainder === 0) model.push(distance)
        if (remainder === 0 || remainder === checksumMark) utf16OrDigits.push(distance)
      }
  }
  expect(model).toEqual([16_383])
  expect(utf16OrDigits[0]).toBe(3_570)
})

test('the mark in a checksum is the remainder, whatever the data', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const marked = crc16(bytes) ^ checksumMark
      expect(crc16(bytes, Uint8Array.of(marked >> 8, marked & 255))).toBe(checksumMark)
    }),
  )
})

test('no burst of up to 15 bits passes a checksum with a mark or without, and one of 16 bits does', () => {
  const undetected: number[] = []
  for (let burst = 1; burst < 2 ** 16; burst += 2) {
    const remainder = crc16(new Uint8Array(4)) ^ crc16(Uint8Array.of(burst >> 8, burst & 255, 0, 0))
    if (remainder === 0 || remainder === checksumMark) undetected.push(burst)
  }
  expect(undetected).toEqual([checksumMark])
})

test(
  'any one damage to a RAW frame of any text is detected',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...index.charsets), anyText(12), async (charset, text) => {
        const cipher = encodeSync({ text, charset, scheme: rawFrame, random: seededRandom(1) })
        expect(await acceptedAmong(damagedCiphers(cipher, charset.symbols))).toEqual([])
      }),
      { numRuns: isProof ? 2000 : 20 },
    )
  },
  timeoutMs,
)

test.each([
  ['characters', 0x4e00, 20_000],
  ['digits', 0x21, 94],
])('a changed symbol or a swap at any place of a long frame of %s is detected', async (_, first, count) => {
  const text = Array.from({ length: 400 }, (_, i) =>
    String.fromCharCode(first + ((i * 7919 + (i >> 3)) % count)),
  ).join('')
  const cipher = encodeSync({
    text,
    charset: index.get('digits')!,
    scheme: rawFrame,
    random: seededRandom(1),
  })
  const changed = Array.from(cipher, (symbol, at) => {
    const other = String((Number(symbol) + 1 + (at % 3)) % 4)
    return cipher.slice(0, at) + other + cipher.slice(at + 1)
  })
  const swapped = Array.from(cipher, (symbol, at) => {
    const next = cipher[at + 1]
    return next === undefined || next === symbol
      ? ''
      : cipher.slice(0, at) + next + symbol + cipher.slice(at + 2)
  })
  expect(await acceptedAmong([...changed, ...swapped.filter((damaged) => damaged !== '')])).toEqual([])
})

test('damage that turns the wrapper into that of another set is detected, even where the body fits both', async () => {
  const enabled = createCharsetIndex([
    { id: 'one', name: 'One', symbols: symbolsOf('0123') },
    { id: 'two', name: 'Two', symbols: symbolsOf('0143') },
  ])
  const charset = enabled.get('one')!
  const fitting: string[] = []
  for (let i = 0; fitting.length < 2; i++) {
    const text = String.fromCharCode(32 + (i % 95), 32 + Math.floor(i / 95))
    const cipher = encodeSync({ text, charset, scheme: rawFrame, random: seededRandom(1) })
    // Without c2 in its body, a frame has the same bits in both sets.
    if (cipher.lastIndexOf('2') === 1) fitting.push(cipher)
  }
  const turned = fitting.map((cipher) => cipher.replace('2', '4'))
  expect(turned.map((cipher) => detect(cipher, enabled).charset.id)).toEqual(turned.map(() => 'two'))
  expect(await acceptedAmong(turned, enabled)).toEqual([])
})

test('every damage of one symbol to a frame of digits is detected, in every set', async () => {
  for (const charset of index.charsets)
    for (const text of ['f3a9', 'x7#Q', '\x7f']) {
      expect(pack(text).packing).toBe(2)
      const cipher = encodeSync({ text, charset, scheme: rawFrame, random: seededRandom(1) })
      expect(await acceptedAmong(damagedCiphers(cipher))).toEqual([])
    }
})

test(
  'damage is detected among sets chosen to be confused with each other',
  async () => {
    const confusable = ['0123', '0124', '0143', '4123', '1054', '3405', '2350'].map((symbols, i) => ({
      id: `set${i}`,
      name: `Set ${i}`,
      symbols: symbolsOf(symbols),
    }))
    const enabled = createCharsetIndex(confusable)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...enabled.charsets), anyText(4), async (charset, text) => {
        const cipher = encodeSync({ text, charset, scheme: rawFrame, random: seededRandom(1) })
        expect(await acceptedAmong(damagedCiphers(cipher, [...'012345']), enabled)).toEqual([])
      }),
      { numRuns: isProof ? 2000 : 40 },
    )
  },
  timeoutMs,
)

test('one damage to a keyed frame of any text is detected', async () => {
  const keyed = ['KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...keyed),
      anyText(30),
      anyKey,
      fc.nat(),
      async (type, text, key, at) => {
        const charset = index.get('letters')!
        const scheme = { kind: 'frame', type } as const
        const cipher = encodeSync({ text, charset, scheme, key, random: seededRandom(at) })
        const damaged = [...damagedCiphers(cipher, charset.symbols)]
        expect(await acceptedAmong([damaged[at % damaged.length]!])).toEqual([])
      },
    ),
  )
})
