import { decode, decodeShort } from '@pictoglyph/codec/decode'
import { type Detection, detectWhole } from '@pictoglyph/codec/detect'
import { isDoubtful } from '@pictoglyph/codec/doubt'
import { CodecError } from '@pictoglyph/codec/failure'
import { keySpaces, keySpacesOf } from '@pictoglyph/codec/key-spaces'
import { hasAtMostCodePoints, maxCipherCodePoints, maxKeyCodePoints } from '@pictoglyph/codec/limits'
import { z } from 'zod'
import type { AdmittedRequest } from '../access/admission.ts'
import type { JsonAnswer } from '../access/answers.ts'
import { type JsonObject, readKey, requireCodePoints } from '../body/json-body.ts'
import type { CipherOptions } from '../cipher-options.ts'
import { type DerivationPool, scryptFor } from '../derivation/derivation-pool.ts'
import type { BodyWork } from '../endpoint.ts'
import type { KeyNeededData, TextData } from '../openapi/answer-schemas.ts'
import {
  detectOnThread,
  maxShortUnits,
  type PackingPool,
  packerFor,
  threadPackerFor,
} from '../packing/packing-pool.ts'
import { detectOne } from './detect-one.ts'

/** The input of `decrypt`. */
interface DecryptRequest {
  readonly cipher: string
  readonly key: string | undefined
}

/** The schema of the body. {@link readDecryptRequest} accepts exactly the same bodies, ten times as fast. */
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
    .nullish()
    .describe(
      'The key, where the cipher needs one. An empty key or `null` is none. ❤ with U+FE0F and without are different keys. Ciphers of type `RAW` ignore it.',
    ),
})

/** @throws {Failure} BAD_REQUEST with the field and its problem */
export function readDecryptRequest(body: JsonObject): DecryptRequest {
  return {
    cipher: requireCodePoints(body, 'cipher', maxCipherCodePoints),
    key: readKey(body.key),
  }
}

interface DecryptOptions {
  cipherOptions: () => CipherOptions
  derivations: DerivationPool
  packing: PackingPool
  clock: () => number
  answer: JsonAnswer
}

/**
 * Longer ciphers are detected on the thread unless they are whole. To refuse them may take a hundred milliseconds; to
 * refuse one of this length takes three.
 */
const maxUnitsInPlace = 2_000

/** A detected cipher with its key, and when the work began (`performance.now`). */
interface Task {
  detection: Detection
  key: string | undefined
  startedMs: number
}

/** Creates the work of `POST /api/public/decrypt`: a cipher in; its text out, or the notice that it needs a key. */
export function createDecrypt(options: DecryptOptions): BodyWork {
  const { cipherOptions, derivations, packing, clock, answer } = options

  async function decryptLater(task: Task, admitted: AdmittedRequest): Promise<Response> {
    const scrypt = scryptFor(derivations, admitted, clock)
    const packer =
      task.detection.type === 'AESGCM'
        ? packerFor(packing, admitted, clock)
        : threadPackerFor(packing, admitted, clock)
    const text = await decode(task.detection, { key: task.key, scrypt, packer })
    return answer(textBody(text, task), admitted)
  }

  function decrypt(task: Task, offered: CipherOptions, admitted: AdmittedRequest) {
    const { detection, key } = task
    if (detection.needsKey && key === undefined) {
      return answer(keyNeededBody(detection, offered.algorithmName(detection)), admitted)
    }
    return withKeySpaces(task, () => {
      const text = detection.type === 'AESGCM' ? undefined : decodeShort(detection, maxShortUnits, key)
      return text === undefined ? decryptLater(task, admitted) : answer(textBody(text, task), admitted)
    })
  }

  return (body, admitted) => {
    const { cipher, key } = readDecryptRequest(body)
    const offered = cipherOptions()
    const startedMs = performance.now()
    const detection =
      cipher.length > maxUnitsInPlace
        ? detectWhole(cipher, offered.charsets)
        : detectOne(cipher, offered.charsets)
    if (detection !== undefined) return decrypt({ detection, key, startedMs }, offered, admitted)
    return detectOnThread(packing, admitted, clock, [cipher, offered.charsets]).then((detection) =>
      decrypt({ detection, key, startedMs }, offered, admitted),
    )
  }
}

/** Decodes. A refusal of a cipher with a key also says that the key has white space at an end. */
function withKeySpaces(task: Task, decode: () => Response | Promise<Response>): Response | Promise<Response> {
  try {
    const answer = decode()
    return answer instanceof Promise
      ? answer.catch((error) => Promise.reject(refusalOf(error, task)))
      : answer
  } catch (error) {
    throw refusalOf(error, task)
  }
}

function refusalOf(error: unknown, { detection, key }: Task): unknown {
  if (!(error instanceof CodecError) || error.code !== 'DAMAGED') return error
  const spaces = detection.needsKey && key !== undefined ? keySpacesOf(key) : undefined
  if (spaces === undefined) return error
  return new CodecError('DAMAGED', `${error.message} ${keySpaces[spaces]}`)
}

/** JSON.stringify escapes a lone surrogate, so it reaches the client unchanged. */
function textBody(text: string, { detection, startedMs }: Task): string {
  const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000
  const { type, charset } = detection
  const data: TextData = {
    text,
    algoType: type,
    charsetName: charset.name,
    durationMs,
    ...(isDoubtful(detection) && { doubtful: true }),
  }
  return JSON.stringify({ ok: true, data })
}

function keyNeededBody({ type }: Detection, algorithmName: string): string {
  const algoHint = `This cipher was made with ${algorithmName}. Send the key it was made with.`
  const data: KeyNeededData = { needKey: true, algoType: type, algoHint }
  return JSON.stringify({ ok: true, data })
}
