import fs from 'node:fs'
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

const open = promisify(fs.open)
const write = promisify(fs.write)
const { O_CREAT, O_EXCL, O_RDWR, O_WRONLY, O_DSYNC } = fs.constants
/** Readable and writable by this user only. */
const privateMode = 0o600

/** Receives failures of writes, which may mean that the disk fails. */
export interface WriteFailures {
  /** A file could not be created or written; `sizeBytes` is its intended size. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Bytes that were written may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/**
 * Makes a file under a temporary name that no other file has, and then renames it to `path`, replacing what was there.
 * The new name is durable once its directory has been synced. Whatever fails, no temporary file is left.
 * @param write makes the file; once it resolves, the bytes are on the disk
 * @throws the system's error
 */
export async function writeDurably(
  { temporaryPath, path }: { temporaryPath: string; path: string },
  write: (path: string) => Promise<void>,
): Promise<void> {
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(() => removeFile(temporaryPath))
  await write(temporaryPath)
  await rename(temporaryPath, path)
  unfinished.move()
}

/**
 * Makes a file of bytes in memory in one job on the thread pool: each write returns when its bytes and the file's size
 * are on the disk (`O_DSYNC`, open(2)).
 * @param bytes must not change until this has settled
 * @throws the system's error, after reporting that bytes did not reach the disk
 */
export async function writeSynced(path: string, bytes: Uint8Array, failures: WriteFailures): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: O_CREAT | O_EXCL | O_WRONLY | O_DSYNC, mode: privateMode })
  } catch (error) {
    if (systemErrorCode(error) === 'EIO') failures.noteFailedSync(error)
    throw error
  }
}

/** Resolves when the bytes of an open file are on the disk. @throws the system's error, after reporting it */
export async function syncBytes(descriptor: number, failures: WriteFailures): Promise<void> {
  try {
    await fsync(descriptor)
  } catch (error) {
    failures.noteFailedSync(error)
    throw error
  }
}

/** Waits until the names in a directory are on the disk. */
export type SyncDirectory = (path: string) => Promise<void>

/** Opened again each time, so that no directory is held open and no earlier error is met again. */
async function syncDirectory(path: string): Promise<void> {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  try {
    await fsync(descriptor)
  } finally {
    close(descriptor)
  }
}

interface Syncing {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * Directory syncs that arrive while one of the same directory runs share the next: a sync covers every rename done
 * before it began.
 */
export function createDirectorySync(): SyncDirectory {
  const syncingByPath = new Map<string, Syncing>()

  function start(path: string): Promise<void> {
    const syncing: Syncing = { running: syncDirectory(path), next: undefined }
    syncingByPath.set(path, syncing)
    const settle = () => {
      if (syncing.next === undefined) syncingByPath.delete(path)
    }
    syncing.running.then(settle, settle)
    return syncing.running
  }

  return (path) => {
    const syncing = syncingByPath.get(path)
    if (syncing === undefined) return start(path)
    syncing.next ??= syncing.running.then(
      () => start(path),
      () => start(path),
    )
    return syncing.next
  }
}

/**
 * Makes a directory and the parents it lacks, private to this user, so that all of them survive a power cut.
 * One that is there already is synced into its parent as well: an earlier process may have died in between.
 *
 * @throws {Error} the system's, such as ENOENT of a place that takes no directories although its parent is there
 */
export async function makeDurableDirectory(path: string, sync: SyncDirectory): Promise<void> {
  try {
    await makeDirectory(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    await makeDurableDirectory(dirname(path), sync)
    await makeDirectory(path)
  }
  await sync(dirname(path))
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST' || !fs.statSync(path).isDirectory()) throw error
  }
}

/*
 * Raw descriptors, because a FileHandle that is garbage-collected while open is an uncaught error that ends
 * the process. Anyone who opens one closes it in `finally`.
 */

/** Waits, on the thread pool, until the file's bytes and size are on the disk. */
export const fsync: (descriptor: number) => Promise<void> = promisify(fs.fsync)

/** Closes at once; for a synced file, or one to be deleted, this never waits for the disk. */
export const close: (descriptor: number) => void = fs.closeSync

/** Creates a file that was not there, and opens it. */
export function createExclusive(path: string): Promise<number> {
  return open(path, O_CREAT | O_EXCL | O_RDWR, privateMode)
}

/** Writes all of `bytes` at `position`, on the thread pool. */
export async function writeAt(descriptor: number, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const progress = await write(descriptor, bytes, written, bytes.length - written, position + written)
    written += progress.bytesWritten
  }
}

/** At most `length` bytes from `position`, read synchronously; fewer only at the end of the file. */
export function readAt(descriptor: number, position: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const bytesRead = fs.readSync(descriptor, bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Removes a file, or finds that it is gone. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
}
