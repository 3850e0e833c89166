import { rename } from 'node:fs/promises'
import { close, createExclusive, fsync, removeFile, writeAt } from './descriptors.ts'

/** Who wants to know that a disk may have failed. */
export interface WriteFailures {
  /** A file could not be created or written to; `sizeBytes` is the size that it would have had. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Bytes that were written may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/**
 * Makes, writes and syncs a file under a name of its own, and then gives it the name `path`, in the place of what
 * was there. That name is on the disk once its directory has been synced. Whatever fails, no file is left under the
 * first name, and a descriptor that failed to sync is given up: the next attempt makes another file.
 * @param file.chunks its bytes in order, unchanged until this has settled
 * @throws the system's error
 */
export async function writeDurably(
  file: { chunks: Iterable<Uint8Array>; temporaryPath: string; path: string },
  failures: WriteFailures,
): Promise<void> {
  const { temporaryPath, path, chunks } = file
  const descriptor = await createExclusive(temporaryPath)
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(() => removeFile(temporaryPath))
  try {
    let written = 0
    for (const chunk of chunks) {
      await writeAt(descriptor, written, chunk)
      written += chunk.length
    }
    await syncBytes(descriptor, failures)
  } finally {
    close(descriptor)
  }
  await rename(temporaryPath, path)
  unfinished.move()
}

/** Resolves when the bytes of an open file are on the disk. @throws the system's error, of which health is told */
export async function syncBytes(descriptor: number, failures: WriteFailures): Promise<void> {
  try {
    await fsync(descriptor)
  } catch (error) {
    failures.noteFailedSync(error)
    throw error
  }
}
