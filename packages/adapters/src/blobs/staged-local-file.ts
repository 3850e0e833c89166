import { renameSync } from 'node:fs'
import { rename, unlink } from 'node:fs/promises'
import type { StagedFile } from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { systemErrorCode } from '../system-error-code.ts'
import {
  close,
  createExclusive,
  createExclusiveNow,
  fsync,
  readAt,
  readAtNow,
  writeAt,
  writeAtNow,
} from './descriptors.ts'
import type { DirectWrites } from './direct-writes.ts'
import type { HoldBytes } from './held-bytes.ts'
import type { WritePace } from './write-pace.ts'

const copyChunkBytes = 256 * 1024

/** A small file is held in memory until it is synced, and then written in one go, past the page cache. */
export interface SmallFiles {
  hold: HoldBytes
  direct: DirectWrites
}

/** Who wants to know that a disk may have failed. */
export interface WriteFailures {
  /** A file could not be created or written to; `sizeBytes` is the size that it would have had. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Bytes that were written may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/** A staged file on a local file system. Its errors are the system's own, except where {@link StagedFile} speaks. */
export interface StagedLocalFile extends StagedFile {
  /** Where the bytes are until they are moved. */
  readonly path: string
  /** @throws {Failure} STORAGE_FAILED when a write or sync failed, or it was disposed of */
  requireUsable(): void
  /** The bytes are on the disk when it resolves. After a failure the file is of no further use. */
  sync(): Promise<void>
  /**
   * Gives the synced file its final name, in the place of what was there. When it was moved before, a synced
   * copy of it is moved.
   */
  moveTo(path: string): Promise<void>
}

/**
 * Creates the file that one upload is received in.
 * @param options.nextPath gives paths on one file system that no other file has
 * @param options.smallFiles without it everything is written as it comes
 * @throws the system's error
 */
export async function createStagedLocalFile(options: {
  nextPath: () => string
  failures: WriteFailures
  pace: WritePace
  smallFiles?: SmallFiles | undefined
}): Promise<StagedLocalFile> {
  const path = options.nextPath()
  const { pace, smallFiles } = options
  const descriptor = pace.isFast() ? pace.time(() => createExclusiveNow(path)) : await createExclusive(path)
  let held = smallFiles?.hold()
  let sizeBytes = 0
  let isSynced = false
  let isMoved = false
  let isOpen = true
  let spoiledBy: { reason: unknown } | undefined
  let inProgress: Promise<unknown> = Promise.resolve()

  function requireUsable(): void {
    if (spoiledBy !== undefined) throw storageFailed(spoiledBy.reason)
    if (!isOpen) throw storageFailed(new Error('The staged file has been disposed of.'))
  }

  /** Remembered, so that disposing never closes a descriptor (and frees its number) under a running call. */
  function track<T>(work: Promise<T>): Promise<T> {
    inProgress = work.catch(() => undefined)
    return work
  }

  async function append(bytes: Uint8Array): Promise<void> {
    requireUsable()
    isSynced = false
    if (!held?.append(bytes)) {
      try {
        await writeHeld()
        await writeCached(sizeBytes, bytes)
      } catch (error) {
        noteFailedWrite(error, sizeBytes + bytes.length)
        throw storageFailed(error)
      }
    }
    sizeBytes += bytes.length
  }

  /** Writes what is held in memory, which is given back once nothing is written from it any more. */
  async function writeHeld(direct?: DirectWrites): Promise<void> {
    if (held === undefined) return
    using bytes = held
    held = undefined
    let written = (await direct?.write(path, bytes)) ?? 0
    for (const piece of bytes.pieces(written, bytes.sizeBytes)) {
      await writeCached(written, piece)
      written += piece.length
    }
  }

  async function writeCached(position: number, bytes: Uint8Array): Promise<void> {
    if (pace.isFast()) pace.time(() => writeAtNow(descriptor, position, bytes))
    else await writeAt(descriptor, position, bytes)
  }

  function noteFailedWrite(reason: unknown, wantedBytes: number): void {
    spoiledBy = { reason }
    options.failures.noteFailedWrite(reason, wantedBytes)
  }

  async function readBack(offset: number, length: number): Promise<Uint8Array> {
    requireUsable()
    if (held !== undefined) return held.read(offset, length)
    try {
      return await readAt(descriptor, offset, length)
    } catch (error) {
      throw storageFailed(error)
    }
  }

  function readBackNow(offset: number, length: number): Uint8Array {
    requireUsable()
    if (held !== undefined) return held.read(offset, length)
    try {
      return readAtNow(descriptor, offset, length)
    } catch (error) {
      throw storageFailed(error)
    }
  }

  async function copyTo(target: string): Promise<void> {
    const copy = await createStagedLocalFile(options)
    try {
      for (let offset = 0; offset < sizeBytes; offset += copyChunkBytes) {
        await copy.write(await readAt(descriptor, offset, copyChunkBytes))
      }
      await copy.sync()
      await copy.moveTo(target)
    } finally {
      await copy[Symbol.asyncDispose]()
    }
  }

  async function move(target: string): Promise<void> {
    requireUsable()
    if (isMoved) return copyTo(target)
    if (pace.isFast()) pace.time(() => renameSync(path, target))
    else await rename(path, target)
    isMoved = true
  }

  async function sync(): Promise<void> {
    requireUsable()
    if (isSynced) return
    try {
      await writeHeld(smallFiles?.direct)
    } catch (error) {
      noteFailedWrite(error, sizeBytes)
      throw error
    }
    try {
      await fsync(descriptor)
      isSynced = true
    } catch (error) {
      spoiledBy = { reason: error }
      options.failures.noteFailedSync(error)
      throw error
    }
  }

  return {
    path,
    requireUsable,
    get sizeBytes() {
      return sizeBytes
    },
    write: (bytes) => track(append(bytes)),
    read: (offset, length) => track(readBack(offset, length)),
    readNow: readBackNow,
    sync: () => track(sync()),
    moveTo: (target) => track(move(target)),
    async [Symbol.asyncDispose]() {
      if (!isOpen) return
      isOpen = false
      await inProgress
      held?.[Symbol.dispose]()
      // Before the name goes: whoever takes the last hold of a large file waits while the system frees it.
      close(descriptor)
      try {
        if (!isMoved) await unlink(path)
      } catch (error) {
        if (systemErrorCode(error) !== 'ENOENT') throw storageFailed(error)
      }
    },
  }
}
