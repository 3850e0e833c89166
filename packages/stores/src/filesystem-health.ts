import { rename, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import {
  close,
  createExclusive,
  fsync,
  type SyncDirectory,
  type WriteFailures,
  writeAt,
} from './durable-write.ts'

const probeBytes = new Uint8Array(64 * 1024).fill(0x50)
const probeTrustedMs = 1_000
/** How long a measurement of the free space is trusted, for half of the bytes that it found. */
const spaceTrustedMs = 1_000
/** Long enough for a load balancer that asks every few seconds to see it. */
const syncFailureShownMs = 5_000

/**
 * Whether a directory takes bytes durably, tested by writing some. After a failed write for lack of space, health fails
 * until there is space. After a failed sync it fails for 5 s, and then until a new file can be written and synced.
 */
export interface FilesystemHealth extends WriteFailures {
  /** @throws {Failure} STORAGE_FAILED with the reason as its cause */
  check(): Promise<void>
  /** The space for users other than the system's own. @throws {Failure} STORAGE_FAILED */
  space(): Promise<{ freeBytes: number; totalBytes: number }>
  /**
   * Requires that with `sizeBytes` more, which may be written already, the store leaves enough space to others.
   * @throws {Error} ENOSPC, and the system's
   */
  requireSpareSpace(sizeBytes: number): Promise<void>
}

/**
 * @param directory where test files are written
 * @param minFreeBytes with less free space than this, the store counts as full; 4 MiB by default
 */
export function createFilesystemHealth(options: {
  directory: string
  minFreeBytes?: number | undefined
  syncDirectory: SyncDirectory
}): FilesystemHealth {
  const { directory, minFreeBytes = 4 * 1024 * 1024, syncDirectory } = options
  let neededBytes = minFreeBytes
  let failedSync: { cause: unknown; atMs: number } | undefined
  let probedAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined
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
    const path = join(directory, `probe-${crypto.randomUUID()}`)
    const descriptor = await createExclusive(path)
    let name = path
    try {
      await writeAt(descriptor, 0, probeBytes)
      await fsync(descriptor)
      await rename(path, `${path}-synced`)
      name = `${path}-synced`
      await syncDirectory(directory)
    } finally {
      close(descriptor)
      await unlink(name)
    }
  }

  async function check(): Promise<void> {
    if (failedSync && performance.now() - failedSync.atMs < syncFailureShownMs) throw failedSync.cause
    if (!failedSync && performance.now() - probedAtMs < probeTrustedMs) return
    const startedAtMs = performance.now()
    probing ??= probe().finally(() => {
      probing = undefined
    })
    await probing
    if (failedSync && failedSync.atMs > startedAtMs) throw failedSync.cause
    failedSync = undefined
    probedAtMs = startedAtMs
  }

  return {
    async check() {
      try {
        await check()
      } catch (error) {
        throw storageFailed(error)
      }
    },
    async space() {
      try {
        const { bavail, blocks, bsize } = await statfs(directory)
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
      } catch (error) {
        throw storageFailed(error)
      }
    },
    requireSpareSpace,
    noteFailedWrite(cause, sizeBytes) {
      probedAtMs = Number.NEGATIVE_INFINITY
      const code = systemErrorCode(cause)
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        neededBytes = Math.max(neededBytes, minFreeBytes + sizeBytes)
      }
    },
    noteFailedSync(cause) {
      failedSync = { cause, atMs: performance.now() }
    },
  }
}
