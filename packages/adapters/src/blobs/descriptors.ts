/*
 * Raw descriptors, because a FileHandle that is garbage-collected while open is an uncaught error that ends
 * the process. Whoever opens one closes it in `finally`.
 */
import fs from 'node:fs'
import { unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { systemErrorCode } from '../system-error-code.ts'

const open = promisify(fs.open)
const write = promisify(fs.write)
const { O_CREAT, O_EXCL, O_RDWR } = fs.constants

/** Waits, on the thread pool, until the file's bytes and size are on the disk. */
export const fsync: (descriptor: number) => Promise<void> = promisify(fs.fsync)

/** Closes at once; for a file already synced, or to be thrown away, this never waits for the disk. */
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

/** At most `length` bytes from `position`, before it returns; fewer only at the end of the file. */
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
