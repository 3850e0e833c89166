import { type CharsetIndex, createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { askedForKey, decodeMessage } from '@pictoglyph/codec/decode'
import { detect } from '@pictoglyph/codec/detect'
import { doubtOfAny } from '@pictoglyph/codec/doubt'
import { encode } from '@pictoglyph/codec/encode'
import { CodecError, CutCipher, DoubtedBody } from '@pictoglyph/codec/failure'
import { readMessage } from '@pictoglyph/codec/message'
import { isAlgorithmType, type Scheme, schemeOf } from '@pictoglyph/codec/scheme'
import { portableScrypt } from '@pictoglyph/codec/scrypt'
import { failure, type PageCodec, type PageOutcome } from './page-codec.ts'
import type { OfferedAlgorithm, Offers } from './service.ts'

/** The codec within the page, which sends nothing. Unlike the service, it finds ciphers in pasted text. */
export interface InPageCodec extends PageCodec {
  /** Whether a text is exactly a cipher of an offered set. */
  isCipher(written: string): boolean
}

export function createInPageCodec(offers: Offers, variants: Readonly<Record<string, string>>): InPageCodec {
  const charsets: CharsetIndex = createCharsetIndex(
    offers.charsets.map(({ id, name, c0, c1, c2, c3 }) => ({ id, name, symbols: [c0, c1, c2, c3] as const })),
  )

  return {
    encode: ({ text, charsetId, algorithmId, key }) =>
      timed(async () => {
        const charset = charsets.get(charsetId)
        const preset = offers.algorithms.find(({ id }) => id === algorithmId)
        if (charset === undefined || preset === undefined) return failure('BAD_REQUEST')
        const scheme = schemeOfPreset(preset, variants[algorithmId])
        const cipher = await encode({ text, charset, scheme, key, random, scrypt: portableScrypt })
        return { kind: 'cipher', cipher, charset: charset.name, algorithm: preset.name, durationMs: 0 }
      }),

    decode: ({ cipher, key }) =>
      timed(async () => {
        const reading = readMessage(cipher, charsets)
        const keyed = askedForKey(reading)
        if (keyed !== undefined && key === '') return { kind: 'key needed', algorithm: keyed.type }
        const decoded = await decodeMessage(reading, { key, scrypt: portableScrypt })
        const { ciphers, unread, leftOut, isKeyTrimmed } = decoded
        const { type, charset } = ciphers[0]!.detection
        const several = { count: ciphers.length, unread }
        return {
          kind: 'text',
          text: ciphers.map(({ text }) => text).join('\n'),
          charset: charset.name,
          algorithm: type,
          durationMs: 0,
          several,
          doubt: doubtOfAny(ciphers.map(({ detection }) => detection)),
          leftOut,
          isKeyTrimmed,
        }
      }),

    isCipher(written) {
      try {
        detect(written, charsets)
        return true
      } catch (error) {
        if (error instanceof CodecError) return false
        throw error
      }
    },
  }
}

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

function schemeOfPreset({ type }: OfferedAlgorithm, variant: string | undefined): Scheme {
  if (!isAlgorithmType(type)) throw new Error(`an unknown type: ${type}`)
  return schemeOf(type, variant)
}

async function timed(work: () => Promise<PageOutcome>): Promise<PageOutcome> {
  const startedMs = performance.now()
  try {
    const outcome = await work()
    if ('durationMs' in outcome) outcome.durationMs = performance.now() - startedMs
    return outcome
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const isDamage = error.code === 'UNRECOGNIZED' || error.code === 'DAMAGED'
    const refusal = failure(isDamage ? 'DECODE_FAIL' : 'BAD_REQUEST', error.message)
    if (error instanceof DoubtedBody) return { ...refusal, doubted: error.text }
    if (!(error instanceof CutCipher)) return refusal
    const { text, ofAbout } = error
    return { ...refusal, doubted: text, beginning: { units: text.length, ofAbout } }
  }
}
