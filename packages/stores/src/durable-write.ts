import fs from 'node:fs'
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

const open = promisify(fs.open)
const write = promisify(fs.write)
const { O_CREAT, O_EXCL, O_RDWR, O_WRONLY, O_DSYNC } = fs.constants
/** Only this user can read and write. */
const privateMode = 0o600

/** Receives failures of writes, which may announce a failing disk. */
export interface WriteFailures {
  /** Reports a file that could not be created or written; `sizeBytes` is its intended size. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Reports that written bytes may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/**
 * Creates a file under a unique temporary name, and then renames it to `path`, replacing any file there. The new name
 * is durable once its directory has been synced. No temporary file remains after a failure.
 * @param write creates the file; once it resolves, the bytes are on the disk
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
 * Creates a file from bytes in memory in one job on the thread pool. Each write returns when its bytes and the file's
 * size are on the disk (`O_DSYNC`, open(2)).
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

/** Opens the directory for each sync, so that it stays open no longer, and no earlier error is reported again. */
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
 * Creates a sync that requests share: requests that arrive during a sync of the same directory wait for one further
 * sync. A sync covers every rename done before it began.
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
 * Creates a directory and its missing parents, private to this user, so that all of them survive a power cut. It also
 * syncs an existing one into its parent: an earlier process may have died in between.
 *
 * @throws {Error} the system's, such as ENOENT where an existing parent accepts no directories
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
 * Raw descriptors, because a FileHandle that is garbage-collected while open is an uncaught error that ends the
 * process. Each caller closes its descriptor in `finally`.
 */

/** Waits on the thread pool until the file's bytes and size are on the disk. */
export const fsync: (descriptor: number) => Promise<void> = promisify(fs.fsync)

/** Closes synchronously. For a synced file, or one to be deleted, this never waits for the disk. */
export const close: (descriptor: number) => void = fs.closeSync

/** Creates and opens a file. @throws the system's EEXIST if it exists */
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

/** Reads at most `length` bytes from `position`, synchronously; fewer only at the end of the file. */
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

/** Removes a file. A missing file is no error. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
}
