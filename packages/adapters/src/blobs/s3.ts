import { resolve } from 'node:path'
import type { BlobAddress, BlobStore } from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { createDirectorySync, makeDurableDirectory } from './durable-write.ts'
import { createFilesystemHealth } from './filesystem-health.ts'
import { createS3Health } from './s3/health.ts'
import { keyPath, type S3Location } from './s3/location.ts'
import { contentTypeOf } from './s3/object.ts'
import { createS3Reading } from './s3/reading.ts'
import { createS3Removal, lateRemovalMs } from './s3/removal.ts'
import { createS3Requests, type S3Credentials } from './s3/requests.ts'
import { createS3Upload } from './s3/upload.ts'
import { createStagingArea } from './staging-area.ts'

/** The place, credentials and limits of an S3 blob store. */
export interface S3BlobStoreOptions extends S3Location {
  credentials: S3Credentials
  /** A local directory, made if missing, in which large uploads are received before they are sent. */
  stagingDirectory: string
  /** Larger blobs are sent in parts of this size; 16 MiB by default. */
  partBytes?: number
  /** Maximum time until an answer begins, and between its parts; 10 s by default. */
  requestTimeoutMs?: number
  /** Uploads may take as long as this rate needs, plus the time for any request; 500,000 by default. */
  slowestBytesPerSecond?: number
  /** How often a request that fails for a passing reason is tried in all; 4 times by default. */
  attempts?: number
}

/**
 * Blobs as objects `<prefix><address>` of an S3-compatible store, received in memory or in a local directory and
 * streamed from there. The store compares the received bytes with the SHA-256 that is the address.
 *
 * @throws {Failure} STORAGE_FAILED if the staging directory can't be made
 */
export async function createS3BlobStore(options: S3BlobStoreOptions): Promise<BlobStore> {
  const {
    prefix,
    publicUrl,
    credentials,
    requestTimeoutMs = 10_000,
    slowestBytesPerSecond = 500_000,
  } = options
  const stagingDirectory = resolve(options.stagingDirectory)
  const syncDirectory = createDirectorySync()
  try {
    await makeDurableDirectory(stagingDirectory, syncDirectory)
  } catch (error) {
    throw storageFailed(error)
  }

  const keyOf = (address: BlobAddress) => `${prefix}${address}`
  const send = createS3Requests(options, credentials)
  const retries = { attempts: options.attempts ?? 4, withinMs: 3 * requestTimeoutMs }
  const upload = createS3Upload(send, {
    partBytes: options.partBytes ?? 16 * 1024 * 1024,
    requestTimeoutMs,
    uploadTimeoutMs: (sizeBytes) => requestTimeoutMs + (sizeBytes / slowestBytesPerSecond) * 1000,
    retries,
  })
  const removeObject = createS3Removal(send, { requestTimeoutMs, retries })
  const reading = createS3Reading(send, { prefix, requestTimeoutMs, retries })
  const storeHealth = createS3Health(send, `${prefix}health-probe`)
  const stagingHealth = createFilesystemHealth({
    directory: stagingDirectory,
    syncDirectory,
  })
  const staging = createStagingArea(stagingDirectory, stagingHealth)

  return {
    stage: staging.stage,
    clearStaging: staging.clear,

    async put(staged, address) {
      const bytes = staging.localFileOf(staged).blob()
      try {
        await upload({ key: keyOf(address), bytes, sha256: address }, contentTypeOf(staged))
      } catch (error) {
        storeHealth.noteFailedUpload()
        throw storageFailed(error)
      }
    },

    ...reading,
    ...(publicUrl === undefined ? {} : { redirect: (address) => `${publicUrl}/${keyPath(keyOf(address))}` }),

    lateRemovalMs,

    async remove(address, mayTryAgain) {
      try {
        return await removeObject(keyOf(address), mayTryAgain)
      } catch (error) {
        throw storageFailed(error)
      }
    },

    async checkHealth() {
      try {
        await Promise.all([storeHealth.check(), stagingHealth.check()])
      } catch (error) {
        throw storageFailed(error)
      }
    },

    close: async () => {},
  }
}
