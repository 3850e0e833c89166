import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenditionJob } from '@pictoglyph/site/images/rendition-maker'
import { createSharpRenditionMaker } from '../../src/sharp.ts'
import { noIsolation } from './isolation-here.ts'

const hostile = join(import.meta.dir, 'hostile-worker.ts')

/** A `bwrap` that starts the hostile worker in place of ours, with nothing else changed. */
const inPlaceOfOurs = `#!/bin/sh
left=$#
while [ $left -gt 0 ]; do
  argument=$1
  shift
  case $argument in
    --chdir) set -- "$@" --ro-bind '${hostile}' '${hostile}' ;;
    */sharp-worker.ts) argument='${hostile}' ;;
  esac
  set -- "$@" "$argument"
  left=$((left - 1))
done
exec bwrap "$@"
`

/** How many files each worker had that did these jobs, in turn, and how many were left for it. */
async function haveBy(batches: readonly (string | null)[], pauseMs = 0): Promise<number[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'pictoglyph-bwrap-'))
  const bubblewrap = join(folder, 'bwrap')
  writeFileSync(bubblewrap, inPlaceOfOurs, { mode: 0o755 })
  const maker = createSharpRenditionMaker({ bubblewrap, isIsolationRequired: true })
  const seen: number[][] = []
  try {
    for (const batch of batches) {
      const outcome = await maker.make(jobOf(batch))
      if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome))
      expect(outcome.isApart).toBe(outcome.width === 1)
      seen.push([outcome.width, outcome.height - 1])
      await Bun.sleep(pauseMs)
    }
    return seen
  } finally {
    await maker.close()
    rmSync(folder, { recursive: true })
  }
}

function jobOf(batch: string | null): RenditionJob {
  return {
    type: 'image/jpeg',
    open: async () => ({ body: new Blob(['the bytes of a file']) }),
    format: 'webp',
    shape: { width: 320, height: 320, isCropped: false },
    maxBytes: 1_000_000,
    placeholder: false,
    batch,
    isAwaited: () => false,
  }
}

if (noIsolation === undefined) {
  test('a decoder that was taken over has the files of its batch, and nothing of another', async () => {
    expect(await haveBy(['ann', 'ann', 'bob', 'ann', 'bob', null, 'ann'])).toEqual([
      [1, 0],
      [2, 1],
      [1, 0],
      [3, 2],
      [2, 1],
      [1, 0],
      [1, 0],
    ])
  })

  test('it ends where another needs its memory, the longest without a file first', async () => {
    const counts = (await haveBy(['ann', 'bob', 'carol', 'bob', 'ann'])).map(([count]) => count)
    expect(counts).toEqual([1, 1, 1, 2, 1])
  })

  test('it has 32 files at most', async () => {
    const counts = (await haveBy(Array.from({ length: 34 }, () => 'ann'))).map(([count]) => count)
    expect(counts).toEqual([...Array.from({ length: 32 }, (_, index) => index + 1), 1, 2])
  }, 60_000)

  test('it ends after two seconds without a file', async () => {
    expect(await haveBy(['ann', 'ann'], 2_500)).toEqual([
      [1, 0],
      [1, 0],
    ])
  }, 30_000)
}
