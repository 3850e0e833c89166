import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStagedLocalFile } from '../../src/blobs/staged-local-file.ts'
import { createWritePace } from '../../src/blobs/write-pace.ts'

/** The pace of a disk that holds back every write, so that all are done beside the event loop. */
function heldBackPace() {
  let nowMs = 0
  const pace = createWritePace(() => nowMs)
  pace.time(() => {
    nowMs += 1_000
  })
  return pace
}

test('a file disposed of while a slow disk takes a write is closed and removed after it', async () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'pictoglyph-staged-'))
  try {
    for (let round = 0; round < 20; round++) {
      const file = await createStagedLocalFile({
        nextPath: () => join(directory, `${round}`),
        failures: { noteFailedWrite() {}, noteFailedSync() {} },
        pace: heldBackPace(),
      })
      const writing = file.write(new Uint8Array(4_000_000))
      await file[Symbol.asyncDispose]()
      await writing
      expect(file.sizeBytes).toBe(4_000_000)
    }
    expect(fs.readdirSync(directory)).toBeEmpty()
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
})
