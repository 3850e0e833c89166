import { expect, test } from 'bun:test'
import { mkdtemp, realpath, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLocalImage } from '../src/upload/local-image.ts'

test('a file of 128 MiB is looked at, and not one of a byte more', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pictoglyph-local-')))
  try {
    await Bun.write(join(folder, 'zeros'), 'x')
    for (const [size, refusal] of [
      [134_217_728, 'zeros is no picture'],
      [134_217_729, 'zeros is larger than 128 MiB.'],
    ] as const) {
      await truncate(join(folder, 'zeros'), size)
      await expect(readLocalImage([folder], 'zeros')).rejects.toThrow(refusal)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
