import type { StagedFile } from '@pictoglyph/site/blobs/blob-store'

const readTogetherBytes = 262_144

/** Streams the content of a file. The stream ends at `stopped`, after which the file may be removed. */
export function contentOf(
  file: Pick<StagedFile, 'sizeBytes' | 'read'>,
  stopped: AbortSignal,
): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (stopped.aborted || at >= file.sizeBytes) {
        controller.close()
        return
      }
      const bytes = file.read(at, Math.min(readTogetherBytes, file.sizeBytes - at))
      at += bytes.length
      controller.enqueue(bytes.slice())
    },
  })
}
