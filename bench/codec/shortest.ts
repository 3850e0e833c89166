/**
 * How short the shortest packing is: symbols a UTF-16 unit over the held-out texts, a frame of 14 symbols
 * included, with other compressors in the same frame and the classic encoding next to it. Then the same over secrets,
 * with and without the frame, next to UTF-8 at four symbols a byte in the same frame.
 *
 * `bun bench/codec/shortest.ts` prints the tables. It needs Debian's `zstd`, whose dictionary is trained on the
 * everyday texts of the training program.
 */
import { strictEqual } from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { pack, preparePacking, unpack } from '../../packages/codec/src/packing/packing.ts'
import { heldOutTexts } from './held-out.ts'
import { secrets } from './secrets.ts'

const frameSymbols = 14
const everyday = join(import.meta.dir, '../../packages/codec/training/everyday')
const scratch = mkdtempSync(join(tmpdir(), 'pictoglyph-shortest-'))

const framed = (bytes: number) => frameSymbols + 4 * bytes

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  strictEqual(exitCode, 0, stderr.toString())
}

/** Samples are single lines, as messages are. */
function trainDictionary(): string {
  const dictionary = join(scratch, 'dictionary')
  const samples: string[] = []
  for (const file of readdirSync(everyday)) {
    for (const [i, line] of readFileSync(join(everyday, file), 'utf8').split('\n').entries()) {
      const sample = join(scratch, `${file}-${i}`)
      writeFileSync(sample, line.repeat(2))
      samples.push(sample)
    }
  }
  run('zstd', '-q', '--train', ...samples, '-o', dictionary, '--maxdict=64000', '--no-dictID')
  return dictionary
}

function zstdBytes(text: string, dictionary: string): number {
  const [plain, packed] = [join(scratch, 'plain'), join(scratch, 'packed')]
  writeFileSync(plain, text)
  run('zstd', '-q', '-f', '-19', '--no-check', '-D', dictionary, plain, '-o', packed)
  return readFileSync(packed).length
}

function packedBytes(text: string): number {
  const { packing, bytes } = pack(text)
  strictEqual(unpack(packing, bytes), text)
  return bytes.length
}

const brotliBytes = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }).length

const utf8Bytes = (text: string) => Buffer.byteLength(text)

/** Symbols a unit over texts. */
function perUnit(texts: readonly string[], symbolsOf: (text: string) => number): string {
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  return (texts.reduce((sum, text) => sum + symbolsOf(text), 0) / units).toFixed(2)
}

function printTable(
  contestants: Readonly<Record<string, (text: string) => number>>,
  kinds: Readonly<Record<string, readonly string[]>>,
): void {
  console.log(`| symbols a unit | ${Object.keys(contestants).join(' | ')} |`)
  console.log(`|---|${'---|'.repeat(Object.keys(contestants).length)}`)
  for (const [name, texts] of Object.entries(kinds)) {
    const figures = Object.values(contestants).map((symbolsOf) => perUnit(texts, symbolsOf))
    console.log(`| ${name} | ${figures.join(' | ')} |`)
  }
}

const started = performance.now()
preparePacking()
const preparedMs = performance.now() - started

try {
  const dictionary = trainDictionary()
  const contestants = {
    compact: (text: string) => framed(packedBytes(text)),
    classic: (text: string) => 4 + 8 * text.length,
    'brotli 11': (text: string) => framed(brotliBytes(text)),
    'zstd 19 with dictionary': (text: string) => framed(zstdBytes(text, dictionary)),
  }
  printTable(contestants, heldOutTexts)
  console.log()
  const { compact, classic } = contestants
  printTable(
    {
      compact,
      'without the frame': (text) => 4 * packedBytes(text),
      'UTF-8 in pairs': (text) => framed(utf8Bytes(text)),
      'without the frame ': (text) => 4 * utf8Bytes(text),
      classic,
    },
    secrets,
  )
  const longer = Object.values(heldOutTexts)
    .flat()
    .filter((text) => framed(packedBytes(text)) > 4 + 8 * text.length)
  console.log(`\nlonger than classic: ${longer.length} of 60; tables ready in ${preparedMs.toFixed(0)} ms`)
} finally {
  rmSync(scratch, { recursive: true })
}
