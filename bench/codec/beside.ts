/**
 * What the reader of pasted messages makes of frames with symbols of their own set beside them, and of damaged frames:
 * how many give their text, another one, or none.
 *
 * `bun bench/codec/beside.ts` prints a table. The texts are the sample of the codec's tests.
 */
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { decodeMessage } from '@pictoglyph/codec/decode'
import { encodeSync } from '@pictoglyph/codec/encode'
import { CodecError } from '@pictoglyph/codec/failure'
import { readMessage } from '@pictoglyph/codec/message'
import type { PlainFrameScheme } from '@pictoglyph/codec/scheme'
import { portableScrypt } from '@pictoglyph/codec/scrypt'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import { plainTexts, seededNumbers } from '../../packages/codec/test/sample/damages.ts'

const triesOfKind = 25_000
const key = 'otter'
const index = createCharsetIndex(shippedCharsets)
const roar = shippedCharsets[0]!
const random = seededNumbers(21)
const upTo = (count: number) => Math.floor(random() * count)
const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)]!
const texts = plainTexts().filter((text) => text.length <= 100)
const symbol = () => oneOf(roar.symbols)
const symbols = (most: number) => Array.from({ length: 1 + upTo(most) }, symbol)

type Change = (cipher: readonly string[]) => readonly string[]

const changes: Readonly<Record<string, Change>> = {
  'one symbol after it': (cipher) => [...cipher, symbol()],
  '1 to 16 symbols after it': (cipher) => [...cipher, ...symbols(16)],
  '1 to 16 symbols before it': (cipher) => [...symbols(16), ...cipher],
  '1 to 16 on either side': (cipher) => [...symbols(16), ...cipher, ...symbols(16)],
  changed: (cipher) => cipher.with(upTo(cipher.length), symbol()),
  lost: (cipher) => cipher.toSpliced(upTo(cipher.length), 1),
  '2 to 8 lost': (cipher) => cipher.toSpliced(upTo(cipher.length - 8), 2 + upTo(7)),
  'added within': (cipher) => cipher.toSpliced(1 + upTo(cipher.length - 1), 0, symbol()),
  swapped: (cipher) => {
    const at = upTo(cipher.length - 1)
    return cipher.toSpliced(at, 2, cipher[at + 1]!, cipher[at]!)
  },
}

async function outcomeOf(message: string, text: string): Promise<'its text' | 'another text' | 'none'> {
  try {
    const { ciphers } = await decodeMessage(readMessage(message, index), { key, scrypt: portableScrypt })
    return ciphers.length === 1 && ciphers[0]!.text === text ? 'its text' : 'another text'
  } catch (error) {
    if (error instanceof CodecError) return 'none'
    throw error
  }
}

console.log('| frame | tried | its text | another text | none |\n|---|---|---|---|---|')
for (const type of ['RAW', 'STREAMXOR'] satisfies PlainFrameScheme['type'][])
  for (const [name, change] of Object.entries(changes)) {
    const counts = { 'its text': 0, 'another text': 0, none: 0 }
    let tried = 0
    while (tried < triesOfKind) {
      const text = oneOf(texts)
      const cipher = Array.from(
        encodeSync({
          text,
          charset: roar,
          scheme: { kind: 'frame', type },
          key,
          random: (length) => Uint8Array.from({ length }, () => upTo(256)),
        }),
      )
      const message = change(cipher)
      if (message.join('') === cipher.join('')) continue
      counts[await outcomeOf(message.join(''), text)]++
      tried++
    }
    console.log(`| ${type}, ${name} | ${tried} | ${Object.values(counts).join(' | ')} |`)
  }
