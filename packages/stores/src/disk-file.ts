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

/** An upload received on disk. Errors are the system's own. */
export interface DiskFile extends AsyncDisposable {
  readonly place: 'disk'
  /** Its path until `moveTo`. */
  readonly path: string
  readonly sizeBytes: number
  append(bytes: Uint8Array): Promise<void>
  /** Reads at most `length` bytes from `offset`, synchronously; fewer only at the end. */
  read(offset: number, length: number): Uint8Array
  /**
   * Syncs the file and renames it to `path`, replacing any file there. After the first move, it moves a copy. After a
   * failed write or sync it always throws.
   */
  moveTo(path: string): Promise<void>
}

const copyChunkBytes = 256 * 1024

/**
 * Creates the file for one upload.
 * @param nextPath returns new, unused paths on one file system
 * @throws the system's error
 */
export async function createDiskFile(nextPath: () => string, failures: WriteFailures): Promise<DiskFile> {
  const path = nextPath()
  const descriptor = await createExclusive(path)
  let sizeBytes = 0
  let isMoved = false
  let spoiledBy: { reason: unknown } | undefined

  /** Runs one write or sync. After a failure the bytes are in doubt, so no further step runs on this descriptor. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    if (spoiledBy !== undefined) throw spoiledBy.reason
    try {
      await step()
    } catch (reason) {
      spoiledBy = { reason }
      throw reason
    }
  }

  async function copyTo(copyPath: string): Promise<void> {
    const copy = await createExclusive(copyPath)
    try {
      for (let at = 0; at < sizeBytes; at += copyChunkBytes) {
        await writeAt(copy, at, readAt(descriptor, at, copyChunkBytes))
      }
      await syncBytes(copy, failures)
    } finally {
      close(copy)
    }
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
      if (isMoved) return writeDurably({ temporaryPath: nextPath(), path: target }, copyTo)
      await attempt(() => syncBytes(descriptor, failures))
      await rename(path, target)
      isMoved = true
    },
    async [Symbol.asyncDispose]() {
      // Close before unlinking: whoever drops the last reference to a large file waits while the system frees it.
      close(descriptor)
      if (!isMoved) await removeFile(path)
    },
  }
}
