import { resolve } from 'node:path'
import { type BlobAddress, type BlobStore, storeMarkName } from '@pictoglyph/site/blobs/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { keepCheck } from '@pictoglyph/site/language/kept-check'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { createDirectorySync, makeDurableDirectory } from './durable-write.ts'
import { createFilesystemHealth } from './filesystem-health.ts'
import { isNoBucket, isRefusal, withRetries } from './s3/failures.ts'
import { keyPath, type S3Location } from './s3/location.ts'
import { contentTypeOf, digestOf } from './s3/object.ts'
import { createS3Reading } from './s3/reading.ts'
import { createS3Removal, lateRemovalMs } from './s3/removal.ts'
import { createS3Requests, type S3Credentials, type SendS3Request } from './s3/requests.ts'
import { withinSilence } from './s3/silence.ts'
import { createS3Traits, type S3Traits } from './s3/traits.ts'
import { createS3Upload, putInForm } from './s3/upload.ts'
import { createStagingArea } from './staging-area.ts'

/** The place, credentials and limits of an S3 blob store. */
export interface S3BlobStoreOptions extends S3Location {
  credentials: S3Credentials
  /** A local directory, created if missing, that receives large uploads before they are sent to S3. */
  stagingDirectory: string
  /** The site's folder that contains it; by default itself. */
  ownFolder?: string
  /** Larger blobs are sent in parts of this size; 16 MiB by default. */
  partBytes?: number
  /**
   * How long a request may wait in silence; 10 s by default. The requests of one upload together may wait 1.2 times
   * as long, and those for an image that someone awaits 0.45 times.
   */
  requestTimeoutMs?: number
  /** Minimum rate at which bytes that the system has accepted reach the store; 500,000 by default. */
  slowestBytesPerSecond?: number
  /** Tries in all for a request that fails for a passing reason; 4 by default. */
  attempts?: number
}

/** Bytes of a body that the system has accepted but may not have sent yet. */
const maxUnderWayBytes = 4 * 1024 * 1024

/**
 * Creates a store of blobs as objects `<prefix><address>` of an S3-compatible service, received in memory or in a
 * local directory. The service compares the received bytes with the SHA-256 that is the address.
 *
 * @throws {Failure} STORAGE_FAILED if the staging directory can't be created
 * @example await createS3BlobStore({ ...parseS3Url('s3://pictures'), credentials, stagingDirectory })
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
  const { ownFolder = stagingDirectory } = options
  const syncDirectory = createDirectorySync()
  try {
    await makeDurableDirectory(stagingDirectory, syncDirectory)
  } catch (error) {
    throw fileFailed(error, ownFolder)
  }

  const keyOf = (address: BlobAddress) => `${prefix}${address}`
  const send = createS3Requests(options, credentials)
  const retries = { attempts: options.attempts ?? 4, withinMs: 3 * requestTimeoutMs }
  const probeKey = `${prefix}health-probe`
  const traits = createS3Traits(send, probeKey)
  const underWayMs = (sizeBytes: number) =>
    (Math.min(sizeBytes, maxUnderWayBytes) / slowestBytesPerSecond) * 1000
  const uploadLimits = {
    partBytes: options.partBytes ?? 16 * 1024 * 1024,
    requestTimeoutMs,
    uploadTimeoutMs: (sizeBytes: number) => requestTimeoutMs + underWayMs(sizeBytes),
    retries,
  }
  const removeObject = createS3Removal(send, { requestTimeoutMs, retries })
  const readingLimits = { prefix, requestTimeoutMs, retries }
  const reading = createS3Reading(send, traits, readingLimits)
  const readingSilence = { inAllMs: 0.45 * requestTimeoutMs, onceMs: 0.3 * requestTimeoutMs }
  const storeHealth = createS3Health(send, traits, probeKey)
  const stagingHealth = createFilesystemHealth({
    directory: stagingDirectory,
    ownFolder,
    syncDirectory,
  })
  const staging = createStagingArea(stagingDirectory, { failures: stagingHealth, ownFolder })

  /** Opens a blob with short timeouts, because a visitor may be waiting. */
  const openPromptly: BlobStore['open'] = (address, opening) =>
    createS3Reading(withinSilence(send, readingSilence), traits, readingLimits).open(address, opening)

  async function readMark(): Promise<string | undefined> {
    try {
      const { body } = await openPromptly(storeMarkName)
      return (await new Response(body).text()).trim()
    } catch (error) {
      if (error instanceof Failure && error.code === 'BLOB_MISSING') return undefined
      throw error
    }
  }

  async function writeMark(siteId: string): Promise<void> {
    const bytes = new Blob([`${siteId}\n`])
    const sha256 = (await digestOf('sha256', bytes)).toString('hex')
    const object = { key: keyOf(storeMarkName), bytes, sha256 }
    const headers = { 'content-type': 'text/plain' }
    try {
      await withRetries(retries, () =>
        putInForm(traits, { send, object, headers, timeoutMs: requestTimeoutMs }),
      )
    } catch (error) {
      // Another process created it, or this one did and the answer was lost.
      if (!isRefusal(error, 412)) throw error
    }
  }

  return {
    place: `s3://${options.bucket}/${prefix}`.replace(/\/$/, ''),
    stage: staging.stage,
    clearStaging: staging.clear,

    async owner() {
      try {
        return await readMark()
      } catch (error) {
        throw storageFailed(error)
      }
    },

    async claim(siteId) {
      try {
        if ((await readMark()) === undefined) await writeMark(siteId)
        return (await readMark()) ?? ''
      } catch (error) {
        throw storageFailed(error)
      }
    },

    async put(staged, address) {
      const bytes = staging.localFileOf(staged).blob()
      const silence = { inAllMs: 1.2 * requestTimeoutMs + underWayMs(bytes.size) }
      const upload = createS3Upload(withinSilence(send, silence), traits, uploadLimits)
      try {
        await upload({ key: keyOf(address), bytes, sha256: address }, contentTypeOf(staged))
      } catch (error) {
        storeHealth.noteFailedUpload()
        throw storageFailed(error)
      }
    },

    ...reading,
    open: (address, opening) =>
      opening?.isPatient ? reading.open(address, opening) : openPromptly(address, opening),
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

const trustedMs = 5_000
const patienceMs = 3_000

/** Whether a bucket answers and accepts objects. Tested at the start, and again after a failed upload. */
interface S3Health {
  /** Checks the store, and keeps a good outcome for 5 s, a bad one for 1 s. @throws the store's error */
  check(): Promise<void>
  noteFailedUpload(): void
}

/** @param missingKey key of an object that never exists */
function createS3Health(send: SendS3Request, traits: S3Traits, missingKey: string): S3Health {
  let mustLearn = true

  /** Needs no permission beyond reading. Only GET distinguishes a missing object from a missing bucket. */
  async function askForMissing(): Promise<void> {
    try {
      const answer = await send({ method: 'GET', key: missingKey, timeoutMs: patienceMs })
      await answer.text()
    } catch (error) {
      if (isRefusal(error, 404) && !isNoBucket(error)) return
      const isHidden = isRefusal(error, 403) && (error.code === 'AccessDenied' || error.code === '')
      if (!isHidden || !(await traits.hidesMissing())) throw error
    }
  }

  async function ask(): Promise<void> {
    if (!mustLearn) return askForMissing()
    mustLearn = false
    try {
      await traits.learn()
    } catch (error) {
      mustLearn = true
      throw error
    }
  }

  const asked = keepCheck(ask, { goodMs: trustedMs })
  return {
    check: asked.run,
    noteFailedUpload() {
      mustLearn = true
      asked.forget()
    },
  }
}
