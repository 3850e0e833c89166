/*
 * Raw descriptors, because a FileHandle that is garbage-collected while open is an uncaught error that ends
 * the process. Whoever opens one closes it in `finally`.
 */
import fs from 'node:fs'
import { promisify } from 'node:util'

const open = promisify(fs.open)
const read = promisify(fs.read)
const write = promisify(fs.write)
const writev = promisify(fs.writev)

/** Waits until the file's bytes and size are on the disk, beside the event loop. */
export const fsync: (descriptor: number) => Promise<void> = promisify(fs.fsync)

/** Closes at once; for a file already synced, or to be thrown away, this never waits for the disk. */
export const close: (descriptor: number) => void = fs.closeSync

const { O_CREAT, O_EXCL, O_RDWR } = fs.constants

/** Creates a file that was not there, readable and writable by this user only, and opens it. */
export function createExclusive(path: string): Promise<number> {
  return open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
}

/** The same before it returns. */
export function createExclusiveNow(path: string): number {
  return fs.openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
}

/** At most `length` bytes from `position`; fewer only at the end of the file. */
export async function readAt(descriptor: number, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await read(descriptor, bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === length ? bytes : bytes.subarray(0, filled)
}

/** The same before it returns: for bytes that are in the page cache. */
export function readAtNow(descriptor: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    const bytesRead = fs.readSync(descriptor, bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === length ? bytes : bytes.subarray(0, filled)
}

/** Writes all of `bytes` at `position`, beside the event loop. */
export async function writeAt(descriptor: number, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const progress = await write(descriptor, bytes, written, bytes.length - written, position + written)
    written += progress.bytesWritten
  }
}

/** Writes all of `bytes` at `position` before it returns: for a few bytes, into the page cache. */
export function writeAtNow(descriptor: number, position: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) {
    written += fs.writeSync(descriptor, bytes, written, bytes.length - written, position + written)
  }
}

/** Writes pieces, one behind the other, to the beginning of a file, beside the event loop; says how many bytes. */
export async function writePieces(descriptor: number, pieces: readonly Uint8Array[]): Promise<number> {
  const { bytesWritten } = await writev(descriptor, pieces, 0)
  return bytesWritten
}
