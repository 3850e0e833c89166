import { expect } from 'bun:test'

/** Compares lines with a file next to the tests. With PICTOGLYPH_RECORD it writes the file. */
export async function expectRecorded(lines: string[], name: string): Promise<void> {
  const file = Bun.file(new URL(`./${name}`, import.meta.url))
  if (process.env.PICTOGLYPH_RECORD) await Bun.write(file, `${lines.join('\n')}\n`)
  const recorded = (await file.text()).trimEnd().split('\n')
  const first = lines.findIndex((line, at) => line !== recorded[at])
  expect([name, lines.length, ...aroundOf(lines, first)]).toEqual([
    name,
    recorded.length,
    ...aroundOf(recorded, first),
  ])
}

/** The first differing line and the three after it; no line if none differs. */
function aroundOf(lines: string[], at: number): string[] {
  return at === -1 ? [] : lines.slice(at, at + 4)
}

/** The first eight digits of the SHA-256 of bytes. */
export function hashOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8)
}
