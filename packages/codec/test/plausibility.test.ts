/** Texts that are plausible without a wrapper, and texts of wrapped ciphers that are doubtful. */
import { expect, test } from 'bun:test'
import { createCharsetIndex } from '../src/charset-index.ts'
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { detect } from '../src/detect.ts'
import { CodecError } from '../src/failure.ts'
import { isDoubtfulText, isPlausible } from '../src/plausibility.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { mangledTexts, mangles, plainTexts, seededNumbers } from './sample/damages.ts'

const digits = shippedCharsets.find(({ id }) => id === 'digits')!
const index = createCharsetIndex([digits])
const { toCipher } = createClassicEncoder(digits)

const cantonese =
  '佢哋話唔嚟喇 你食咗飯未呀 我哋去邊度玩好 冇所謂啦 今日好凍喎 聽日得閒嗎 攰到瞓著咗 你講咩呀 呢個好靚呀 點解唔嚟 畀返本書我吖 搵日飲茶傾偈 邊個嚟㗎 仲未食飯 佢哋喺度做緊乜嘢 唔好嘈住我瞓覺 嗰日落緊大雨 我諗佢唔會嚟㗎喇 你估係咪佢攞咗 啱啱返到屋企 快啲啦遲到喇 畀面少少啦大佬 咁都得嘅咩 佢嬲咗我成日 唔使客氣喎 幾點收工呀今日 夜啲先傾啦 食乜嘢好呢 唔好意思遲咗 真係好攰呀'.split(
    ' ',
  )

test('Cantonese chat lines and rare characters of one script are read without a wrapper', () => {
  for (const text of [
    ...cantonese,
    '囧'.repeat(8),
    '龘靐齉龘靐齉龘靐',
    '뷁뛟쀍쮉쁑뾃쏁뛞뷁',
    '龘靐齉、龘靐齉。',
  ])
    expect([text, readBody(toCipher(text).slice(3, -1))]).toEqual([text, text])
})

function readBody(body: string): string {
  const detection = detect(body, index)
  return detection.format === 'classic' ? detection.text : detection.type
}

test('seven rare characters are too few, and so are eight of two scripts', () => {
  for (const text of ['龘靐齉龘靐齉爩', '龘靐齉뷁뛟쀍쮉쁑']) {
    expect(isPlausible(text)).toBeFalse()
    expect(() => readBody(toCipher(text).slice(3, -1))).toThrow(CodecError)
  }
})

test('no whole text of the sample is doubtful, and no short one of a chat', () => {
  const short =
    '好 嗯 ok ？ 在吗 你好 哈哈 谢谢 はい 네 да! 👍🏻 😂😂 :) 囧 嘅 佢哋 龘 喵 نعم כן ไม่ ñ ❤️ 123'.split(' ')
  for (const text of [...plainTexts(), ...cantonese, ...short])
    expect([text, isDoubtfulText(text)]).toEqual([text, false])
})

test.each(Object.entries(mangles))('of texts after %s, nineteen of twenty are doubtful', (_, mangle) => {
  const texts = mangledTexts(mangle, plainTexts(), seededNumbers(5), 3000)
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(isDoubtfulText).length).toBeGreaterThan(texts.length * 0.95)
})

test('a text with half a surrogate pair is doubtful', () => {
  expect(isDoubtfulText('See you there \ud83d')).toBeTrue()
})
