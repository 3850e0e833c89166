import { removedMetadata } from '@pictoglyph/web/page/removed-metadata'
import type { UploadRow } from './upload-row.ts'
import type { UploadSetup } from './upload-setup.ts'

/** Larger files are not read a second time only to show their metadata. */
const maxInspectedBytes = 64 * 1024 * 1024

let before: Promise<void> = Promise.resolve()

/** Shows in a file's row the metadata that the server will remove. It reads one file at a time. */
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
    // The server refuses an unreadable file, with the reason in the same row.
  }
}
