import { expect } from 'bun:test'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Lines before and after the first different one in a failure's message. */
const context = { before: 3, after: 15 }

/**
 * Compares lines with a file that keeps them. With `PICTOGLYPH_RECORD=1` it writes the file, so that its changes can be
 * read as a difference. A failure shows the first lines that differ, below their heading.
 *
 * @example await expectRecorded(new URL('./answers.txt', import.meta.url), lines)
 */
export async function expectRecorded(file: URL, lines: readonly string[]): Promise<void> {
  const text = `${lines.join('\n')}\n`
  if (process.env.PICTOGLYPH_RECORD) await Bun.write(file, text)
  const kept = await Bun.file(file).text()
  if (text === kept) return
  const [found, expected] = [text.split('\n'), kept.split('\n')]
  const first = found.findIndex((line, at) => line !== expected[at])
  const at = first === -1 ? found.length : first
  const around = (all: readonly string[]) => [
    `${basename(fileURLToPath(file))}, line ${at + 1}`,
    ...(all
      .slice(0, at)
      .findLast((line) => line.startsWith('# '))
      ?.split('\n') ?? []),
    ...all.slice(Math.max(0, at - context.before), at + context.after),
  ]
  expect(around(found)).toEqual(around(expected))
  throw new Error('The lines differ from the record.')
}

/** The first eight digits of the SHA-256 of bytes, or of a text in UTF-8. */
export function hashOf(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8)
}
