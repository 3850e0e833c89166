import { expect, test } from 'bun:test'
import { maxKeyCodePoints } from '@pictoglyph/codec/limits'
import { codePointsOf, textLength } from '../src/playground/browser/counts.ts'
import { createInPageCodec } from '../src/playground/browser/in-page.ts'
import { cipherNotSent, textNotSent } from '../src/playground/browser/not-sent.ts'
import type { PageOutcome } from '../src/playground/browser/page-codec.ts'
import { suggestedKey } from '../src/playground/browser/suggested-key.ts'

const preset = { id: 'p', name: 'P', type: 'RAW', isDefault: true, needKey: false }
const keyed = { ...preset, needKey: true }

test('lengths count code units of a text, and code points of a cipher and a key', () => {
  const written = ['', 'a', 'é', '嗷', '\uffff', '\u{10000}', '😺', 'a😺b😺', '\ud83d', '\ude3a']
  expect(written.map(textLength)).toEqual([0, 1, 1, 1, 1, 2, 2, 6, 1, 1])
  expect(written.map(codePointsOf)).toEqual([0, 1, 1, 1, 1, 1, 1, 4, 1, 1])
})

test('a text or a cipher is not sent without letters, above its limit, or with a missing or too long key', () => {
  const key = 'k'.repeat(maxKeyCodePoints)
  const tones = (...notices: ({ tone: string } | undefined)[]) => notices.map((notice) => notice?.tone)
  const most = 3
  expect(
    tones(
      textNotSent({ text: '', key: '', most }, preset),
      textNotSent({ text: '', key: `${key}k`, most }, keyed),
      textNotSent({ text: 'abc', key: '', most }, preset),
      textNotSent({ text: 'abcd', key: '', most }, keyed),
      textNotSent({ text: '😺😺', key: '', most }, preset),
      textNotSent({ text: 'abc', key: '', most }, keyed),
      textNotSent({ text: 'abc', key: '', most }, undefined),
      textNotSent({ text: 'abc', key, most }, keyed),
      textNotSent({ text: 'abc', key: `${key}k`, most }, keyed),
      textNotSent({ text: 'abc', key: '😺'.repeat(maxKeyCodePoints), most }, keyed),
    ),
  ).toEqual(['plain', 'plain', undefined, 'bad', 'bad', 'plain', undefined, undefined, 'bad', undefined])
  expect(
    tones(
      cipherNotSent({ cipher: '', key: `${key}k`, most }),
      cipherNotSent({ cipher: '😺😺😺', key: '', most }),
      cipherNotSent({ cipher: 'abcd', key: '', most }),
      cipherNotSent({ cipher: 'abc', key, most }),
      cipherNotSent({ cipher: 'abc', key: `${key}k`, most }),
    ),
  ).toEqual(['plain', undefined, 'bad', undefined, 'bad'])
})

test('a suggested key is four draws of 248 words', () => {
  const keys = Array.from({ length: 2_000 }, suggestedKey)
  for (const key of keys) expect(key).toMatch(/^[a-z]+( [a-z]+){3}$/)
  const words = new Set(keys.flatMap((key) => key.split(' ')))
  expect(words.size).toBe(248)
  expect(new Set(keys).size).toBeGreaterThan(1_990)
})

test('the codec in the page encodes, finds ciphers, and says why it cannot', async () => {
  const roar = { id: 'roar', name: 'Roar', c0: '嗷', c1: '呜', c2: '啊', c3: '~', isDefault: true }
  const secret = { ...preset, id: 'x', name: 'X', type: 'STREAMXOR', needKey: true }
  const codec = createInPageCodec({ charsets: [roar], algorithms: [preset, secret] }, {})
  const { signal } = new AbortController()
  /** Its kind and all that it says but the time, which is above zero. */
  const told = (outcome: PageOutcome) => {
    if (!('durationMs' in outcome)) return outcome
    const { durationMs, ...others } = outcome
    expect(durationMs).toBeGreaterThan(0)
    return others
  }
  const encode = async (charsetId: string, algorithmId: string, key = '') =>
    told(await codec.encode({ text: 'Hi', charsetId, algorithmId, key }, signal))
  const decode = async (cipher: string, key = '') => told(await codec.decode({ cipher, key }, signal))
  const plain = '~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷嗷嗷啊'
  expect(await encode('roar', 'p')).toEqual({
    kind: 'cipher',
    cipher: plain,
    charset: 'Roar',
    algorithm: 'P',
  })
  const refused = { kind: 'failure', code: 'BAD_REQUEST', message: '', resetAtMs: undefined } as const
  expect(await encode('none', 'p')).toEqual(refused)
  expect(await encode('roar', 'none')).toEqual(refused)
  const keyedCipher = await encode('roar', 'x', 'sesame')
  if (keyedCipher.kind !== 'cipher') throw new Error('it gave no cipher')
  const { cipher } = keyedCipher
  expect(await decode(cipher)).toEqual({ kind: 'key needed', algorithm: 'STREAMXOR' })
  const read = { kind: 'text', charset: 'Roar', several: { count: 1, unread: [] } } as const
  expect(await decode(cipher, 'sesame')).toEqual({ ...read, text: 'Hi', algorithm: 'STREAMXOR' })
  expect(await decode(plain)).toEqual({ ...read, text: 'Hi', algorithm: 'RAW' })
  expect(await decode(`a ${plain} b ${plain} ${plain.slice(0, -3)}`)).toMatchObject({
    text: 'Hi\nHi',
    several: { count: 2, unread: [2] },
  })
  expect([await decode(cipher, 'wrong'), await decode('嗷呜'), await decode('Hello')]).toMatchObject(
    Array.from({ length: 3 }, () => ({ kind: 'failure', code: 'DECODE_FAIL' })),
  )
  expect(await encode('roar', 'x', 'k'.repeat(maxKeyCodePoints + 1))).toMatchObject({ code: 'BAD_REQUEST' })
  expect([plain, `${plain} and`, '嗷呜', ''].map((written) => codec.isCipher(written))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
