import { rename, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keepCheck } from '@pictoglyph/site/language/kept-check'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import {
  close,
  createExclusive,
  fsync,
  removeFile,
  type SyncDirectory,
  type WriteFailures,
  writeAt,
} from './durable-write.ts'

const probeBytes = new Uint8Array(64 * 1024).fill(0x50)
const probeTrustedMs = 3_000
/** How long a measurement of free space is valid, for half of the bytes found. */
const spaceTrustedMs = 1_000
/** Long enough that a load balancer that polls every few seconds sees the failure. */
const syncFailureShownMs = 5_000

/**
 * Tests whether a directory stores bytes durably, by writing some. An outcome is valid for some seconds, unless a
 * write fails. After a write fails for lack of space, health fails until there is space. After a failed sync it fails
 * for 5 s, and then until a new file can be written and synced.
 */
export interface FilesystemHealth extends WriteFailures {
  /** @throws {Failure} STORAGE_FAILED with the reason as its cause */
  check(): Promise<void>
  /** Space for users without root's reserve. @throws {Failure} STORAGE_FAILED */
  space(): Promise<{ freeBytes: number; totalBytes: number }>
  /**
   * Requires that the store leaves enough free space after `sizeBytes` more, which may already be written.
   * @throws {Error} ENOSPC, and the system's
   */
  requireSpareSpace(sizeBytes: number): Promise<void>
}

/**
 * @param options.directory where test files are written
 * @param options.ownFolder the site's folder that contains it; by default itself
 * @param options.nextTarget returns the path to rename the next test file to, and throws if the store can't accept
 * uploads; by default a path in the directory
 * @param options.minFreeBytes with less free space than this, the store counts as full; 4 MiB by default
 */
export function createFilesystemHealth(options: {
  directory: string
  ownFolder?: string
  nextTarget?: () => Promise<string>
  minFreeBytes?: number | undefined
  syncDirectory: SyncDirectory
}): FilesystemHealth {
  const { directory, ownFolder = directory, minFreeBytes = 4 * 1024 * 1024, syncDirectory } = options
  const { nextTarget = async () => join(directory, 'probe') } = options
  let neededBytes = minFreeBytes
  let failedSync: { cause: unknown; atMs: number } | undefined
  let spare = { bytes: 0, foundAtMs: Number.NEGATIVE_INFINITY }

  /** @returns how many bytes are free */
  async function requireSpace(wantedBytes: number): Promise<number> {
    const { bavail, bsize } = await statfs(directory)
    const freeBytes = bavail * bsize
    if (freeBytes >= wantedBytes) return freeBytes
    const error = new Error(`The disk is full: ${freeBytes} bytes are free, ${wantedBytes} are needed.`)
    throw Object.assign(error, { code: 'ENOSPC' })
  }

  async function requireSpareSpace(sizeBytes: number): Promise<void> {
    spare.bytes -= sizeBytes
    const nowMs = performance.now()
    if (spare.bytes >= 0 && nowMs - spare.foundAtMs < spaceTrustedMs) return
    const freeBytes = await requireSpace(minFreeBytes)
    spare = { bytes: (freeBytes - minFreeBytes) / 2, foundAtMs: nowMs }
  }

  async function probe(): Promise<void> {
    await requireSpace(neededBytes)
    neededBytes = minFreeBytes
    const target = await nextTarget()
    const path = join(directory, `probe-${crypto.randomUUID()}`)
    const descriptor = await createExclusive(path)
    let name = path
    try {
      await writeAt(descriptor, 0, probeBytes)
      await fsync(descriptor)
      await rename(path, target)
      name = target
      await syncDirectory(dirname(target))
    } finally {
      close(descriptor)
      // Another process may have replaced the file by its own, and removed that.
      await removeFile(name)
    }
  }

  const probed = keepCheck(probe, { goodMs: probeTrustedMs })

  async function check(): Promise<void> {
    if (failedSync && performance.now() - failedSync.atMs < syncFailureShownMs) throw failedSync.cause
    const startedAtMs = performance.now()
    await probed.run()
    if (failedSync && failedSync.atMs > startedAtMs) throw failedSync.cause
  }

  return {
    async check() {
      try {
        await check()
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
    },
    async space() {
      try {
        const { bavail, blocks, bsize } = await statfs(directory)
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
    },
    requireSpareSpace,
    noteFailedWrite(cause, sizeBytes) {
      probed.forget()
      const code = systemErrorCode(cause)
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        neededBytes = Math.max(neededBytes, minFreeBytes + sizeBytes)
      }
    },
    noteFailedSync(cause) {
      probed.forget()
      failedSync = { cause, atMs: performance.now() }
    },
  }
}
