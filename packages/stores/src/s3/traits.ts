import { explained, isRefusal } from './failures.ts'
import { digestOf, type S3Object } from './object.ts'
import { putInParts } from './put-in-parts.ts'
import { findForm, type PutForm, putForms, putWhole } from './put-whole.ts'
import type { SendS3Request } from './requests.ts'

const trustedMs = 1_000
const patienceMs = 3_000
const headers = { 'content-type': 'application/octet-stream' }

/** The capabilities in which stores differ, found by trying them. */
export interface S3Traits {
  /** The best form, until a test finds another. */
  readonly form: PutForm
  /**
   * Tries every operation of an upload with objects of a few bytes, and removes them.
   * @throws the store's error, with a sentence if it refuses an operation that a site needs
   */
  learn(): Promise<void>
  /** Tests again, and returns whether the store now accepts another form than this one. */
  hasChanged(form: PutForm): Promise<boolean>
  /**
   * Whether the store answers 403 for a missing object, as it does to a key that may not list.
   * @param isCertain tests again if the last test was more than 1 s ago, in case the key has lost permissions
   * @throws as `learn`
   */
  hidesMissing(isCertain?: boolean): Promise<boolean>
}

/** @param probeKey prefix of the test objects' keys */
export function createS3Traits(send: SendS3Request, probeKey: string): S3Traits {
  let form = putForms[0]
  let hidesMissing = false
  let learnedAtMs = Number.NEGATIVE_INFINITY
  let learning: Promise<void> | undefined

  async function learn(): Promise<void> {
    const startedAtMs = performance.now()
    const base = `${probeKey}-${crypto.randomUUID()}`
    const made: S3Object[] = []
    const remove = async ({ key }: S3Object): Promise<void> => {
      try {
        await send({ method: 'DELETE', key, timeoutMs: patienceMs })
      } catch (error) {
        if (!isRefusal(error, 404)) throw error
      }
    }
    const make = async (): Promise<S3Object> => {
      const bytes = new Blob([`probe ${made.length}`])
      const sha256 = (await digestOf('sha256', bytes)).toString('hex')
      const object = { key: `${base}-${made.length}`, bytes, sha256 }
      made.push(object)
      return object
    }
    try {
      form = await step(noPut, () => findForm(async (tried) => putTwice(send, await make(), tried)))
      const whole = await make()
      await step(noPut, () => putTwice(send, whole, form))
      await step(noRead, () => readBack(send, whole))
      hidesMissing = await step(noMissing, () => isMissingHidden(send, `${base}-missing`))
      const large = await make()
      await step(noParts, () => putInParts({ send, object: large, headers, limits: partLimits }))
      await step(noRead, () => readBack(send, large))
      for (const object of made) await step(noRemoval, () => remove(object))
    } catch (error) {
      learnedAtMs = Number.NEGATIVE_INFINITY
      // The error matters more; each remaining object has a few bytes.
      await Promise.allSettled(made.map(remove))
      throw error
    }
    learnedAtMs = startedAtMs
  }

  async function learnOnce(): Promise<void> {
    learning ??= learn().finally(() => {
      learning = undefined
    })
    await learning
  }

  return {
    get form() {
      return form
    },
    learn: learnOnce,
    async hasChanged(before) {
      const isOther = () =>
        form.hasCondition !== before.hasCondition || form.hasChecksum !== before.hasChecksum
      if (isOther()) return true
      try {
        await learnOnce()
      } catch (error) {
        // The findings before the failure count. Health reports the failure itself.
        if (!isOther()) throw error
      }
      return isOther()
    },
    async hidesMissing(isCertain = false) {
      const isKnown = isCertain ? performance.now() - learnedAtMs < trustedMs : learnedAtMs > 0
      if (!isKnown) await learnOnce()
      return hidesMissing
    },
  }
}

const partLimits = {
  partBytes: 1024,
  requestTimeoutMs: patienceMs,
  uploadTimeoutMs: () => patienceMs,
  retries: { attempts: 1, withinMs: patienceMs },
}

const noPut = 'The store takes no objects from this key in any form (s3:PutObject).'
const noRead = 'The store does not give this key the bytes of an object (s3:GetObject).'
const noMissing = 'The store does not say whether it has an object (HEAD).'
const noParts =
  'The store takes no objects in parts from this key (s3:PutObject, multipart upload): files over 16 MiB need them.'
const noRemoval = 'The store lets this key remove no objects (s3:DeleteObject).'

async function step<T>(meaning: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(error, meaning)
  }
}

/** Puts an object twice, like duplicate uploads: a condition has another answer if the object exists. */
async function putTwice(send: SendS3Request, object: S3Object, form: PutForm): Promise<void> {
  const put = () => putWhole({ send, object, headers, form, timeoutMs: patienceMs })
  await put()
  if (!form.hasCondition) return
  await put().catch((error: unknown) => {
    if (!isRefusal(error, 412)) throw error
  })
}

async function readBack(send: SendS3Request, { key, bytes }: S3Object): Promise<void> {
  const answer = await send({ method: 'GET', key, timeoutMs: patienceMs })
  const stored = await new Response(answer.body(bytes.size)).text()
  if (stored !== (await bytes.text())) throw new Error('The store gives back other bytes than it was sent.')
}

async function isMissingHidden(send: SendS3Request, key: string): Promise<boolean> {
  try {
    await send({ method: 'HEAD', key, timeoutMs: patienceMs })
  } catch (error) {
    if (isRefusal(error, 404)) return false
    if (isRefusal(error, 403)) return true
    throw error
  }
  throw new Error('The store says that it has an object that was never put.')
}
