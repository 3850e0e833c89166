import { askForBucket } from './s3-bucket.ts'
import type { SendS3Request } from './s3-requests.ts'

const trustedMs = 5_000
const patienceMs = 3_000

/** Whether a bucket answers and, after an upload has failed, takes objects again. */
export interface S3Health {
  /** One question to the store at a time, and none for 5 s after a good answer. @throws what the store says */
  check(): Promise<void>
  noteFailedUpload(): void
}

/** @param probeKey an object that is written and removed to see whether the store takes any */
export function createS3Health(send: SendS3Request, probeKey: string): S3Health {
  let mustWrite = false
  let goodAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const startedAtMs = performance.now()
    if (mustWrite) {
      mustWrite = false
      try {
        const answer = await send({ method: 'PUT', key: probeKey, body: 'probe', timeoutMs: patienceMs })
        await answer.text()
        await send({ method: 'DELETE', key: probeKey, timeoutMs: patienceMs })
      } catch (error) {
        mustWrite = true
        throw error
      }
    } else await askForBucket(send, { prefix: probeKey, timeoutMs: patienceMs })
    goodAtMs = startedAtMs
  }

  return {
    async check() {
      if (!mustWrite && performance.now() - goodAtMs < trustedMs) return
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    },
    noteFailedUpload() {
      mustWrite = true
    },
  }
}
