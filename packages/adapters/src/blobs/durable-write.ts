import fs from 'node:fs'
import { mkdir, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { systemErrorCode } from '../system-error-code.ts'

const open = promisify(fs.open)
const write = promisify(fs.write)
const { O_CREAT, O_EXCL, O_RDWR, O_WRONLY, O_DIRECT } = fs.constants

/** Receives failures of writes, which may mean that the disk fails. */
export interface WriteFailures {
  /** A file could not be created or written; `sizeBytes` is its intended size. */
  noteFailedWrite(cause: unknown, sizeBytes: number): void
  /** Bytes that were written may not be on the disk. */
  noteFailedSync(cause: unknown): void
}

/** A file that is to be made. */
interface DurableFile {
  /** Its bytes in order, unchanged until it is made. */
  chunks: Iterable<Uint8Array>
  /** Its path until it is complete; no other file has the name. */
  temporaryPath: string
  path: string
  /** For bytes in a single chunk that is aligned for direct writes. */
  writeDirectly?: WriteDirectly
}

/**
 * Makes, writes and syncs a file under its temporary name, and then renames it to `path`, replacing what was there. The
 * new name is durable once its directory has been synced. Whatever fails, no temporary file is left, and a file that
 * failed to sync is closed: the next attempt makes another file.
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

/** Bytes that are written directly begin at a multiple of it, in memory as in the file. */
export const blockBytes = 4096

/**
 * Writes bytes to the beginning of a new file on the thread pool, past the system's page cache, and returns how many:
 * some whole blocks, or none if they are few or the system has no direct writes. Write the rest in the ordinary way.
 * The bytes are durable once the file has been synced.
 * @param bytes begin at a multiple of {@link blockBytes}, and must not change until this has settled
 * @throws the system's error
 */
export type WriteDirectly = (path: string, bytes: Uint8Array) => Promise<number>

/** For fewer bytes, a second descriptor and one more call on the thread pool cost too much. */
const minDirectBytes = 64 * 1024
/** The errors of systems without direct writes, or with other block sizes. */
const refusals = new Set(['EINVAL', 'EOPNOTSUPP', 'ENOTSUP'])

/** Creates a function for direct writes to one file system, which is not tried again once it has refused. */
export function createDirectWrites(): WriteDirectly {
  // A flag of Linux; there is none of the name elsewhere.
  let isPossible = O_DIRECT !== undefined

  async function writeBlocks(path: string, blocks: Uint8Array): Promise<number> {
    const descriptor = fs.openSync(path, O_WRONLY | O_DIRECT)
    try {
      return (await write(descriptor, blocks, 0, blocks.length, 0)).bytesWritten
    } finally {
      close(descriptor)
    }
  }

  return async (path, bytes) => {
    if (!isPossible || bytes.length < minDirectBytes) return 0
    try {
      return await writeBlocks(path, bytes.subarray(0, bytes.length - (bytes.length % blockBytes)))
    } catch (error) {
      if (!refusals.has(systemErrorCode(error) ?? '')) throw error
      isPossible = false
      return 0
    }
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

/** Creates a file that was not there, readable and writable by this user only, and opens it. */
export function createExclusive(path: string): Promise<number> {
  return open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
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
