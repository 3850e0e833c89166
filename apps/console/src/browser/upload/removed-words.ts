import { removedMetadata } from '@pictoglyph/web/page/removed-metadata'
import type { UploadRow } from './upload-row.ts'
import type { UploadSetup } from './upload-setup.ts'

/** A larger file is not read a second time only to say what it holds. */
const maxInspectedBytes = 64 * 1024 * 1024

let before: Promise<void> = Promise.resolve()

/** Tells in the row of a file what the server is going to take out of it. One file is looked into at a time. */
export function showRemoved(row: UploadRow, setup: UploadSetup): void {
  if (setup.metadata === 'keep' || row.file.size > maxInspectedBytes) return
  before = before.then(() => inspect(row, setup))
}

async function inspect(row: UploadRow, { metadata, metadataScript, words, language }: UploadSetup) {
  try {
    const script: typeof import('./removed-from-file.ts') = await import(metadataScript)
    const kinds = await script.removedFromFile(row.file, metadata)
    if (kinds.length === 0) return
    const removed = removedMetadata(
      kinds.map((kind) => ({ kind, bytes: 0 })),
      language,
    )
    row.describe(words.leavesOut.replace('{kinds}', removed))
  } catch {
    // What can't be read here the server refuses, and says why in the same row.
  }
}
