import { rename } from 'node:fs/promises'
import {
  close,
  createExclusive,
  readAt,
  removeFile,
  syncBytes,
  type WriteFailures,
  writeAt,
  writeDurably,
} from './durable-write.ts'

/** A file that is received on disk. Errors are the system's own. */
export interface DiskFile extends AsyncDisposable {
  readonly place: 'disk'
  /** Where it is until it is moved. */
  readonly path: string
  readonly sizeBytes: number
  append(bytes: Uint8Array): Promise<void>
  /** At most `length` bytes from `offset`, before it returns; fewer only at the end. */
  read(offset: number, length: number): Uint8Array
  /**
   * Syncs it and gives it the name `path`, in the place of what was there. Once it has been moved, a copy of it is
   * made, which is moved. After a write or a sync that failed it can't be moved any more.
   */
  moveTo(path: string): Promise<void>
}

const copyChunkBytes = 256 * 1024

/**
 * Creates the file that one upload is received in.
 * @param nextPath gives paths on one file system that no other file has
 * @throws the system's error
 */
export async function createDiskFile(nextPath: () => string, failures: WriteFailures): Promise<DiskFile> {
  const path = nextPath()
  const descriptor = await createExclusive(path)
  let sizeBytes = 0
  let isMoved = false
  let spoiledBy: { reason: unknown } | undefined

  /** Its bytes are in doubt after a failure, and are never tried again through the same descriptor. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    if (spoiledBy !== undefined) throw spoiledBy.reason
    try {
      await step()
    } catch (reason) {
      spoiledBy = { reason }
      throw reason
    }
  }

  function* chunks(): Generator<Uint8Array> {
    for (let at = 0; at < sizeBytes; at += copyChunkBytes) yield readAt(descriptor, at, copyChunkBytes)
  }

  return {
    place: 'disk',
    path,
    get sizeBytes() {
      return sizeBytes
    },
    async append(bytes) {
      await attempt(() => writeAt(descriptor, sizeBytes, bytes))
      sizeBytes += bytes.length
    },
    read: (offset, length) => readAt(descriptor, offset, length),
    async moveTo(target) {
      if (isMoved)
        return writeDurably({ chunks: chunks(), temporaryPath: nextPath(), path: target }, failures)
      await attempt(() => syncBytes(descriptor, failures))
      await rename(path, target)
      isMoved = true
    },
    async [Symbol.asyncDispose]() {
      // Before the name goes: anyone who takes the last hold of a large file waits while the system frees it.
      close(descriptor)
      if (!isMoved) await removeFile(path)
    },
  }
}
