/**
 * The classic encoding of this product beside the loop of its public ports, and the other schemes for scale.
 *
 * `bun bench/codec/run.ts` prints a table, with `--json` one JSON object. Results are compared before anything
 * is timed.
 */
import { strictEqual } from 'node:assert/strict'
import { cpus } from 'node:os'
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import { decodeSync } from '@pictoglyph/codec/decode'
import { detect } from '@pictoglyph/codec/detect'
import { encodeSync } from '@pictoglyph/codec/encode'
import type { SynchronousScheme } from '@pictoglyph/codec/scheme'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import { chineseText } from '../chinese-text.ts'
import { decodePerSymbol, encodePerSymbol } from './per-symbol.ts'
import { consumedTotal, type Timing, timeInTurns } from './rounds.ts'

const index = createCharsetIndex(shippedCharsets)
const charset = index.charsets[0]!
const encoder = createClassicEncoder(charset)
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const utf8 = new TextEncoder()

function decodeClassic(cipher: string): string {
  return decodeSync(detect(cipher, index))
}

function classicContest(text: string) {
  const cipher = encoder.toCipher(text)
  const json = new DataView(new ArrayBuffer(encoder.maxJsonBytes(text.length)))
  const jsonText = (length: number) => new TextDecoder().decode(new Uint8Array(json.buffer, 0, length))
  strictEqual(cipher, encodePerSymbol(charset.symbols, text))
  strictEqual(decodeClassic(cipher), text)
  strictEqual(decodePerSymbol(charset.symbols, cipher), text)
  strictEqual(jsonText(encoder.writeJson(text, json, 0)), cipher)
  return {
    encode: timeInTurns([
      { name: 'per symbol', run: () => encodePerSymbol(charset.symbols, text) },
      { name: 'pictoglyph', run: () => encoder.toCipher(text) },
    ]),
    decode: timeInTurns([
      { name: 'per symbol', run: () => decodePerSymbol(charset.symbols, cipher) },
      { name: 'pictoglyph', run: () => decodeClassic(cipher) },
    ]),
    'encode to the UTF-8 of JSON': timeInTurns([
      {
        name: 'string, JSON.stringify, encode',
        run: () => utf8.encode(JSON.stringify(encoder.toCipher(text))),
      },
      { name: 'pictoglyph', run: () => encoder.writeJson(text, json, 0) },
    ]),
  }
}

function frameTimings(text: string): Timing[] {
  const contestants = (['RAW', 'KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4'] as const).flatMap((type) => {
    const scheme: SynchronousScheme = { kind: 'frame', type }
    const seal = () => encodeSync({ text, charset, scheme, key: 'a key', random })
    const cipher = seal()
    const open = () => decodeSync(detect(cipher, index), 'a key')
    strictEqual(open(), text)
    return [
      { name: `${type} encode`, run: seal },
      { name: `${type} decode`, run: open },
    ]
  })
  return timeInTurns(contestants, { rounds: 7 })
}

const lengths = [30, 20_000]
const report = {
  machine: { cpu: cpus()[0]?.model, cores: cpus().length, bun: Bun.version, platform: process.platform },
  classic: lengths.map((characters) => ({ characters, ...classicContest(chineseText(characters)) })),
  frames: lengths.map((characters) => ({ characters, timings: frameTimings(chineseText(characters)) })),
}

const formatUs = (us: number): string => (us < 10 ? us.toFixed(3) : us.toFixed(1)).padStart(10)

function printTimings(title: string, timings: readonly Timing[], baseline?: Timing): void {
  console.log(
    `\n${title}\n${''.padEnd(32)}    median      least       most us${baseline ? '     ratio' : ''}`,
  )
  for (const { name, medianUs, minUs, maxUs } of timings) {
    const ratio = baseline ? `${(baseline.medianUs / medianUs).toFixed(1)}x`.padStart(12) : ''
    console.log(`${name.padEnd(32)}${formatUs(medianUs)} ${formatUs(minUs)} ${formatUs(maxUs)}   ${ratio}`)
  }
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(report))
} else {
  const { cpu, cores, bun } = report.machine
  console.log(`${cpu}, ${cores} cores, Bun ${bun} (consumed ${consumedTotal()})`)
  for (const { characters, ...contests } of report.classic) {
    for (const [title, timings] of Object.entries(contests)) {
      printTimings(`classic, ${characters} Chinese characters: ${title}`, timings, timings[0])
    }
  }
  for (const { characters, timings } of report.frames) {
    printTimings(`frames, ${characters} Chinese characters`, timings)
  }
}
