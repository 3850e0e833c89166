import { expect } from 'bun:test'

/**
 * Compares what a test saw with the file that keeps it. `PICTOGLYPH_RECORD=1` writes the file anew.
 * @param seen lines, or blocks of lines
 */
export async function expectRecorded(file: URL, seen: readonly string[]): Promise<void> {
  const lines = seen.join('\n').split('\n')
  if (process.env.PICTOGLYPH_RECORD) await Bun.write(file, `${lines.join('\n')}\n`)
  const kept = (await Bun.file(file).text()).split('\n').slice(0, -1)
  const first = lines.findIndex((line, at) => line !== kept[at])
  // The first lines that differ say more than all those after them.
  if (first !== -1) expect(lines.slice(first, first + 20)).toEqual(kept.slice(first, first + 20))
  expect(lines.length).toBe(kept.length)
}
