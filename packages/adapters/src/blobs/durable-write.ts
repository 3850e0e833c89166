import { rename } from 'node:fs/promises'
import { close, createExclusive, fsync, removeFile, writeAt } from './descriptors.ts'
import type { WriteDirectly } from './direct-writes.ts'

/** Who wants to know that a disk may have failed. */
export interface WriteFailures {
  /** A file could not be created or written to; `sizeBytes` is the size that it would have had. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Bytes that were written may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/** A file that is to be made. */
export interface DurableFile {
  /** Its bytes in order, unchanged until it is made. */
  chunks: Iterable<Uint8Array>
  /** Where it is until it is whole; no other file has the name. */
  temporaryPath: string
  path: string
  /** For bytes that begin where direct writes want them to, in a single chunk. */
  writeDirectly?: WriteDirectly
}

/**
 * Makes, writes and syncs a file under its temporary name, and then gives it the name `path`, in the place of what
 * was there. That name is on the disk once its directory has been synced. Whatever fails, no file is left under the
 * first name, and a descriptor that failed to sync is given up: the next attempt makes another file.
 * @throws the system's error
 */
export async function writeDurably(file: DurableFile, failures: WriteFailures): Promise<void> {
  const { temporaryPath, path } = file
  const descriptor = await createExclusive(temporaryPath)
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(() => removeFile(temporaryPath))
  try {
    await writeChunks(descriptor, file)
    await syncBytes(descriptor, failures)
  } finally {
    close(descriptor)
  }
  await rename(temporaryPath, path)
  unfinished.move()
}

async function writeChunks(descriptor: number, { chunks, temporaryPath, writeDirectly }: DurableFile) {
  let at = 0
  for (const chunk of chunks) {
    const written = (await writeDirectly?.(temporaryPath, chunk)) ?? 0
    if (written < chunk.length) await writeAt(descriptor, at + written, chunk.subarray(written))
    at += chunk.length
  }
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
