/** Refusals give true reasons: for ciphers that lost symbols, and for several ciphers together. */
import { expect, test } from 'bun:test'
import { createCharsetIndex } from '../src/charset-index.ts'
import { detect } from '../src/detect.ts'
import { encodeSync } from '../src/encode.ts'
import { refusals } from '../src/failure.ts'
import { pack } from '../src/packing/packing.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { seededRandom, symbolsOf } from './arbitraries.ts'
import { seededNumbers } from './sample/damages.ts'
import { brokenAt, cipherOf, losses, whyRefused } from './sample/losses.ts'

const index = createCharsetIndex(shippedCharsets)
const ciphersOfEachKind = 6

/** Counts the refusals of ciphers with a loss. Ciphers read without their key, or by chance, do not count. */
async function saidOf(lose: (typeof losses)['within']['one within'], column: number) {
  const random = seededNumbers(42)
  const counts = new Map<string, number>()
  for (const { id } of shippedPresets)
    for (const length of [15, 190])
      for (let i = 0; i < ciphersOfEachKind; i++) {
        const symbols = lose(await cipherOf(id, length, random), random)
        const why = whyRefused(brokenAt(symbols, column), index)
        counts.set(why, (counts.get(why) ?? 0) + 1)
      }
  return counts
}

const columns = [41, 10_000]
const ciphersOfLoss = ciphersOfEachKind * 2 * shippedPresets.length

test.each(
  columns.flatMap((column) => Object.entries(losses.within).map((loss) => [...loss, column] as const)),
)('of one cipher that lost %s, hardly any is several (%#)', async (_, lose, column) => {
  const counts = await saidOf(lose, column)
  expect(counts.get('severalCiphers') ?? 0).toBeLessThanOrEqual(ciphersOfLoss * 0.03)
  expect(counts.get('endMissing') ?? 0).toBe(0)
})

test.each(columns.flatMap((column) => Object.entries(losses.end).map((loss) => [...loss, column] as const)))(
  'of one cipher that lost %s symbols, the end or symbols are missing (%#)',
  async (_, lose, column) => {
    const counts = await saidOf(lose, column)
    expect(counts.get('severalCiphers') ?? 0).toBeLessThanOrEqual(ciphersOfLoss * 0.03)
    const ends = (counts.get('endMissing') ?? 0) + (counts.get('noEnd') ?? 0)
    expect(ends).toBeGreaterThan(ciphersOfLoss * 0.6)
  },
)

test.each(Object.entries(losses.beginning))(
  'a cipher that lost %s symbols is a part of one',
  async (_, lose) => {
    const counts = await saidOf(lose, 10_000)
    expect(counts.get('unrecognized') ?? 0).toBe(0)
    const isPart = ['beginningMissing', 'notTheBeginning', 'partOfAnother'].map((why) => counts.get(why) ?? 0)
    expect(isPart.reduce((sum, count) => sum + count)).toBeGreaterThan(ciphersOfLoss * 0.9)
  },
)

test('text without symbols is nothing, and symbols of several sets are a part', () => {
  for (const nothing of ['', ' \n\u3000', '\u200b']) expect(whyRefused(nothing, index)).toBe('nothing')
  expect(whyRefused('呜啊呜~啊'.repeat(3), index)).toBe('notTheBeginning')
  for (const none of ['嗷呜', '20231201', '呜啊呜x啊'.repeat(3)])
    expect(whyRefused(none, index)).toBe('unrecognized')
})

const texts = ['在吗？我到楼下了', '好', 'See you there', 'On my way!', '晚上一起吃饭吧朋友']
const separators = ['\n', '\r\n\r\n', ' ', '\t', '\u0085', '\v', '\u3000', ' \n']

test.each(
  shippedPresets.filter(({ id }) => !id.startsWith('aesgcm')).map(({ id, scheme }) => [id, scheme] as const),
)('ciphers of %s with white space between them are several, however many they are', (_, scheme) => {
  const write = (text: string, at: number) =>
    encodeSync({
      text,
      charset: { id: 'roar', name: 'Roar', symbols: symbolsOf('嗷呜啊~') },
      scheme: scheme as { kind: 'classic' },
      key: 'k',
      random: seededRandom(at),
    })
  for (const separator of separators)
    for (let count = 2; count <= texts.length; count++) {
      const ciphers = texts.slice(0, count).map(write)
      expect(whyRefused(ciphers.join(separator), index)).toBe('severalCiphers')
      expect(whyRefused(`${separator}${ciphers.join(separator)}${separator}`, index)).toBe('severalCiphers')
    }
})

test('a cipher broken by white space at any column is read', async () => {
  const random = seededNumbers(7)
  for (const { id } of shippedPresets)
    for (const length of [3, 40])
      for (const [column, separator] of [2, 4, 12, 20, 42, 50, 54, 74, 78].flatMap((c) =>
        separators.map((separator) => [c, separator] as const),
      )) {
        const written = brokenAt(await cipherOf(id, length, random), column).replaceAll('\n', separator)
        expect(whyRefused(written, index)).toBe('read')
      }
})

test('two ciphers without anything between them are several if they can be checked', () => {
  const raw = '0231322220133021102311'
  expect(() => detect(raw + raw, index)).toThrow(refusals.severalCiphers)
  expect(whyRefused(`${raw}${raw.slice(0, -3)}`, index)).toBe('severalCiphers')
})

/** Messages that need many searches before the refusal: many beginnings and ends, with or without white space. */
const tedious: Readonly<Record<string, string>> = {
  'wrappers in lines': `${'3102\n'.repeat(99)}310`,
  'spaced wrappers': '3 1 0 2 '.repeat(250),
  'short ciphers': '31001230123 '.repeat(160),
  'classic runs': '310012301232x'.repeat(150),
  'runs of frames': '02320012301231x'.repeat(130),
}

/** The shortest of several times, because other programs may disturb some. */
function minMs(work: () => void): number {
  const times = Array.from({ length: 8 }, () => {
    const beganMs = performance.now()
    work()
    return performance.now() - beganMs
  })
  return Math.min(...times)
}

test('refusing a short cipher takes a fraction of the time of packing a long text', () => {
  const random = seededNumbers(7)
  const longest = Array.from({ length: 20_000 }, () => String.fromCharCode(0x4e00 + random() * 5_000)).join(
    '',
  )
  const packingMs = minMs(() => pack(longest))
  for (const [name, cipher] of Object.entries(tedious)) {
    expect(cipher.length).toBeLessThanOrEqual(2_000)
    expect([name, whyRefused(cipher, index)]).toEqual([name, expect.any(String)])
    const share = minMs(() => whyRefused(cipher, index)) / packingMs
    expect([name, share < 1 / 3]).toEqual([name, true])
  }
})
