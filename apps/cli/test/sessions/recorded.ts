import { expect } from 'bun:test'

/** Compares lines with a kept file; `PICTOGLYPH_RECORD=1` keeps them again. */
export async function expectRecorded(file: URL, lines: readonly string[]): Promise<void> {
  if (process.env.PICTOGLYPH_RECORD) await Bun.write(file, `${lines.join('\n')}\n`)
  expect(`${lines.join('\n')}\n`.split('\n')).toEqual((await Bun.file(file).text()).split('\n'))
}
