import { mayRefuseHeader } from './failures.ts'
import type { S3Object } from './object.ts'
import type { SendS3Request } from './requests.ts'

/** Optional headers that a store accepts. The signature always covers the SHA-256 of the body. */
export interface PutForm {
  /** `If-None-Match: *` */
  hasCondition: boolean
  /** `x-amz-checksum-sha256` */
  hasChecksum: boolean
}

/** All forms, the best first. */
export const putForms: readonly [PutForm, ...PutForm[]] = [
  { hasCondition: true, hasChecksum: true },
  { hasCondition: true, hasChecksum: false },
  { hasCondition: false, hasChecksum: true },
  { hasCondition: false, hasChecksum: false },
]

/** An object to send in one request. */
export interface WholeObject {
  send: SendS3Request
  object: S3Object
  headers: Record<string, string>
  form: PutForm
  timeoutMs: number
}

/** Sends an object once. @throws {S3Refusal} also 412 if the form has a condition */
export async function putWhole(options: WholeObject): Promise<void> {
  const { send, object, form, timeoutMs } = options
  const { key, bytes, sha256 } = object
  const headers = {
    ...options.headers,
    ...(form.hasCondition && { 'if-none-match': '*' }),
    ...(form.hasChecksum && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }),
  }
  const answer = await send({ method: 'PUT', key, headers, body: { bytes, sha256 }, timeoutMs })
  await answer.text()
}

/**
 * Finds the best form that a store accepts. One refusal proves nothing, so it tries the best form again at the end.
 * @param attempt sends new bytes in a form
 * @throws the first refusal if the store accepts no form, or any other error
 */
export async function findForm(attempt: (form: PutForm) => Promise<void>): Promise<PutForm> {
  const [best, ...others] = putForms
  const refusal = await refusalTo(attempt, best)
  if (refusal === undefined) return best
  for (const form of others) {
    if ((await refusalTo(attempt, form)) !== undefined) continue
    return (await refusalTo(attempt, best)) === undefined ? best : form
  }
  throw refusal
}

async function refusalTo(attempt: (form: PutForm) => Promise<void>, form: PutForm) {
  try {
    await attempt(form)
    return undefined
  } catch (error) {
    if (!mayRefuseHeader(error)) throw error
    return error
  }
}
