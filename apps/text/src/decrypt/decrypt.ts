import {
  type DerivationCost,
  type Detection,
  decode,
  decodeSync,
  detect,
  hasAtMostCodePoints,
  maxCipherCodePoints,
  maxKeyCodePoints,
} from '@pictoglyph/codec'
import { z } from 'zod'
import type { AdmittedRequest } from '../access/admission.ts'
import type { JsonAnswer } from '../access/answers.ts'
import { type JsonObject, readKey, requireCodePoints } from '../body/json-body.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { type DerivationPool, enterPool } from '../derivation/derivation-pool.ts'
import type { BodyWork } from '../endpoint.ts'
import type { KeyNeededData, TextData } from '../openapi/answer-schemas.ts'

/** What `decrypt` is asked for. */
export interface DecryptRequest {
  readonly cipher: string
  readonly key: string | undefined
}

/** The description of that body. {@link readDecryptRequest} takes exactly what this takes, in a tenth of the time. */
export const decryptRequestSchema = z.object({
  cipher: z
    .string()
    .min(1)
    .refine((cipher) => hasAtMostCodePoints(cipher, maxCipherCodePoints))
    .describe(
      'The cipher. Its length counts code points. White space, line breaks and invisible characters in it are passed over.',
    )
    .meta({ maxLength: maxCipherCodePoints }),
  key: z
    .string()
    .max(maxKeyCodePoints)
    .optional()
    .describe('The key, where the cipher needs one. An empty key is none. Ciphers of type `RAW` ignore it.'),
})

/** @throws {Failure} BAD_REQUEST with the field and what is wrong with it */
export function readDecryptRequest(body: JsonObject): DecryptRequest {
  return {
    cipher: requireCodePoints('cipher', body.cipher, maxCipherCodePoints),
    key: readKey(body.key),
  }
}

export interface DecryptOptions {
  cipherOptions: () => CipherOptions
  pool: DerivationPool
  clock: () => number
  answer: JsonAnswer
}

/** A recognised cipher with the key that came with it, and since when it is worked on (`performance.now`). */
interface Task {
  detection: Detection
  key: string | undefined
  startedMs: number
}

/** `POST /api/public/decrypt`: a cipher in, its text out, or word that it needs a key. */
export function createDecrypt({ cipherOptions, pool, clock, answer }: DecryptOptions): BodyWork {
  async function decryptUnderDerivedKey(
    task: Task,
    cost: DerivationCost,
    admitted: AdmittedRequest,
  ): Promise<Response> {
    using _permit = await enterPool(pool, admitted, { cost, nowMs: clock() })
    const text = await decode(task.detection, { key: task.key, scrypt: pool.scrypt })
    return answer(textBody(text, task), admitted)
  }

  return (body, admitted) => {
    const { cipher, key } = readDecryptRequest(body)
    const offered = cipherOptions()
    const startedMs = performance.now()
    const detection = detect(cipher, offered.charsets)
    if (detection.needsKey && key === undefined) {
      return answer(keyNeededBody(detection, offered.algorithmName(detection)), admitted)
    }
    const task = { detection, key, startedMs }
    const { scheme } = detection
    if (scheme.kind === 'frame' && scheme.type === 'AESGCM')
      return decryptUnderDerivedKey(task, scheme.cost, admitted)
    return answer(textBody(decodeSync(detection, key), task), admitted)
  }
}

/** JSON.stringify writes a lone surrogate as its escape, so that it reaches the client as it was. */
function textBody(text: string, { detection, startedMs }: Task): string {
  const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000
  const { type, charset } = detection
  const data: TextData = { text, algoType: type, charsetName: charset.name, durationMs }
  return JSON.stringify({ ok: true, data })
}

function keyNeededBody({ type }: Detection, algorithmName: string): string {
  const algoHint = `This cipher was made with ${algorithmName}. Send the key it was made with.`
  const data: KeyNeededData = { needKey: true, algoType: type, algoHint }
  return JSON.stringify({ ok: true, data })
}
