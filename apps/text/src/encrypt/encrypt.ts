import { type DerivedFrameScheme, encode, encodeSync, needsKey, type RandomBytes } from '@pictoglyph/codec'
import { badRequest, message } from '@pictoglyph/core'
import type { AdmittedRequest } from '../access/admitted-request.ts'
import type { JsonAnswer } from '../access/answers.ts'
import type { CipherOptions, OfferedPreset } from '../cipher-options.ts'
import type { DerivationPool } from '../derivation/derivation-pool.ts'
import { enterPool } from '../derivation/enter-pool.ts'
import type { BodyWork } from '../endpoint.ts'
import { type AnswerFacts, createCipherAnswers } from './cipher-answer.ts'
import { readEncryptRequest } from './encrypt-request.ts'

export interface EncryptOptions {
  cipherOptions: () => CipherOptions
  pool: DerivationPool
  random: RandomBytes
  clock: () => number
  answer: JsonAnswer
}

/** A text to be encrypted under a key that is yet to be derived. */
interface Task {
  text: string
  key: string | undefined
  scheme: DerivedFrameScheme
}

/** `POST /api/public/encrypt`: a text in, its cipher out. */
export function createEncrypt({ cipherOptions, pool, random, clock, answer }: EncryptOptions): BodyWork {
  const answers = createCipherAnswers()

  async function encryptUnderDerivedKey(
    task: Task,
    facts: AnswerFacts,
    admitted: AdmittedRequest,
  ): Promise<Response> {
    using place = enterPool(pool, admitted, { cost: task.scheme.cost, nowMs: clock() })
    const { charset } = facts
    const cipher = await encode({ ...task, charset, random, scrypt: place.scrypt })
    return answer(answers.ofCipher(cipher, facts), admitted)
  }

  return (body, admitted) => {
    const { text, key, charsetId, algorithmId } = readEncryptRequest(body)
    const offered = cipherOptions()
    const charset = offered.requireCharset(charsetId)
    const preset = offered.requirePreset(algorithmId)
    const { scheme } = preset
    const facts = { preset, charset, startedMs: performance.now() }
    if (scheme.kind === 'classic') return answer(answers.ofText(text, facts), admitted)
    requireKey(preset, key)
    if (scheme.type === 'AESGCM') return encryptUnderDerivedKey({ text, key, scheme }, facts, admitted)
    return answer(answers.ofCipher(encodeSync({ text, charset, scheme, key, random }), facts), admitted)
  }
}

function requireKey({ id, type }: OfferedPreset, key: string | undefined): void {
  if (key !== undefined || !needsKey(type)) return
  throw badRequest(message('"key" is missing: the preset "{id}" needs one.', { id }))
}
