import { S3Refusal } from './failures.ts'
import type { SendS3Request } from './requests.ts'

const trustedMs = 5_000
const patienceMs = 3_000

/** Whether a bucket answers and, after an upload has failed, takes objects again. */
export interface S3Health {
  /** Asks the store one question at a time, and none for 5 s after a good answer. @throws the store's error */
  check(): Promise<void>
  noteFailedUpload(): void
}

/** @param probeKey an object that is written and removed to see whether the store takes any */
export function createS3Health(send: SendS3Request, probeKey: string): S3Health {
  let mustWrite = false
  let goodAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  /** The answer to HEAD has no body, and so no reason: another question brings it. */
  async function askForBucket(): Promise<void> {
    try {
      await send({ method: 'HEAD', timeoutMs: patienceMs })
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error
      const query = { 'list-type': '2', 'max-keys': '1', prefix: probeKey }
      const answer = await send({ method: 'GET', query, timeoutMs: patienceMs })
      await answer.text()
      throw error
    }
  }

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
    } else await askForBucket()
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
