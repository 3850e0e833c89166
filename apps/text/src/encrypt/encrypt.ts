import { encode, encodeSync, type RandomBytes } from '@pictoglyph/codec/encode'
import { maxKeyCodePoints, maxTextUnits } from '@pictoglyph/codec/limits'
import { needsKey, type Scheme } from '@pictoglyph/codec/scheme'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { z } from 'zod'
import type { AdmittedRequest } from '../access/admission.ts'
import type { JsonAnswer } from '../access/answers.ts'
import { type JsonObject, readKey, requireString, requireUnits } from '../body/json-body.ts'
import { withNameMeant } from '../body/misnamed-field.ts'
import type { CipherOptions, OfferedCharset, OfferedPreset } from '../cipher-options.ts'
import { type DerivationPool, scryptFor } from '../derivation/derivation-pool.ts'
import type { BodyWork } from '../endpoint.ts'
import { maxShortUnits, type PackingPool, packerFor } from '../packing/packing-pool.ts'

/** The input of `encrypt`. */
interface EncryptRequest {
  readonly text: string
  readonly charsetId: string
  readonly algorithmId: string
  readonly key: string | undefined
}

/** The schema of the body. {@link readEncryptRequest} accepts exactly the same bodies, ten times as fast. */
export const encryptRequestSchema = z.object({
  text: z
    .string()
    .min(1)
    .refine((text) => text.length <= maxTextUnits)
    .describe('The plain text. Its length counts UTF-16 code units. Lone surrogates are kept.')
    .meta({ maxLength: maxTextUnits, examples: ['Hello'] }),
  charsetId: z
    .string()
    .describe('The id of an enabled character set, as `options` lists them.')
    .meta({ examples: ['roar'] }),
  algorithmId: z
    .string()
    .describe('The id of an enabled preset, as `options` lists them.')
    .meta({ examples: ['classic'] }),
  key: z
    .string()
    .max(maxKeyCodePoints)
    .nullish()
    .describe(
      'The key for a preset that needs one, taken as it is: not trimmed, and normalised to NFC. An empty key or `null` is none. ❤ with U+FE0F and without are different keys. Presets of type `RAW` ignore it.',
    ),
})

/** @throws {Failure} BAD_REQUEST with the field and its problem */
export function readEncryptRequest(body: JsonObject): EncryptRequest {
  return {
    text: requireUnits(body, 'text', maxTextUnits),
    charsetId: requireString(body, 'charsetId'),
    algorithmId: requireString(body, 'algorithmId'),
    key: readKey(body.key),
  }
}

interface EncryptOptions {
  cipherOptions: () => CipherOptions
  derivations: DerivationPool
  packing: PackingPool
  random: RandomBytes
  clock: () => number
  answer: JsonAnswer
}

/** A long text, or one whose key needs a derivation. */
interface Task {
  text: string
  key: string | undefined
  scheme: Scheme
}

/** Creates the work of `POST /api/public/encrypt`: a text in, its cipher out. */
export function createEncrypt(options: EncryptOptions): BodyWork {
  const { cipherOptions, derivations, packing, random, clock, answer } = options
  const classicBody = createClassicBodyWriter()

  async function encryptLater(task: Task, facts: AnswerFacts, admitted: AdmittedRequest): Promise<Response> {
    const scrypt = scryptFor(derivations, admitted, clock)
    const packer = packerFor(packing, admitted, clock)
    const cipher = await encode({ ...task, charset: facts.charset.charset, random, scrypt, packer })
    return answer(cipherBody(cipher, facts), admitted)
  }

  return (body, admitted) => {
    const { text, key, charsetId, algorithmId } = readEncryptRequest(body)
    const offered = cipherOptions()
    const charset = offered.requireCharset(charsetId)
    const preset = offered.requirePreset(algorithmId)
    const { scheme } = preset
    const facts = { preset, charset, startedMs: performance.now() }
    if (scheme.kind === 'classic') return answer(classicBody(text, facts), admitted)
    requireKey(preset, key, body)
    if (scheme.type === 'AESGCM' || text.length > maxShortUnits)
      return encryptLater({ text, key, scheme }, facts, admitted)
    return answer(
      cipherBody(encodeSync({ text, charset: charset.charset, scheme, key, random }), facts),
      admitted,
    )
  }
}

function requireKey({ id, type }: OfferedPreset, key: string | undefined, body: JsonObject): void {
  if (key !== undefined || !needsKey(type)) return
  const missing = message('"key" is missing: the preset "{id}" needs one.', { id })
  throw badRequest(withNameMeant(missing, 'key', body))
}

/** Fields of an `encrypt` answer besides the cipher. */
interface AnswerFacts {
  readonly preset: OfferedPreset
  readonly charset: OfferedCharset
  /** Time by `performance.now`. */
  readonly startedMs: number
}

const utf8 = new TextEncoder()
const head = '{"ok":true,"data":{"cipher":'

/** Writes the answer with a cipher. */
const cipherBody = (cipher: string, facts: AnswerFacts): string =>
  head + JSON.stringify(cipher) + tailOf(facts)

/**
 * Writes the answer with a text's classic encoding directly as UTF-8: a string in between takes four times as long
 * for a long text (decision 025). The next call overwrites the body's memory.
 */
type ClassicBodyWriter = (text: string, facts: AnswerFacts) => Uint8Array<ArrayBuffer>

function createClassicBodyWriter(): ClassicBodyWriter {
  const cipherAt = head.length + 1
  let memory = new Uint8Array(0)
  let view = new DataView(memory.buffer)

  function reserve(bytes: number): void {
    if (memory.length >= bytes) return
    memory = new Uint8Array(2 ** Math.ceil(Math.log2(bytes)))
    view = new DataView(memory.buffer)
    utf8.encodeInto(`${head}"`, memory)
  }

  return (text, facts) => {
    const encoder = facts.charset.classicEncoder
    reserve(cipherAt + encoder.maxJsonBytes(text.length) + maxTailBytes)
    const cipherEnd = encoder.writeJson(text, view, cipherAt)
    const { written } = utf8.encodeInto(`"${tailOf(facts)}`, memory.subarray(cipherEnd))
    return memory.subarray(0, cipherEnd + written)
  }
}

/** Exceeds the names of a preset and a set with every character escaped. */
const maxTailBytes = 4_096

function tailOf({ preset, charset, startedMs }: AnswerFacts): string {
  const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000
  return `,${preset.factsJson},${charset.factsJson},"durationMs":${durationMs}}}`
}
