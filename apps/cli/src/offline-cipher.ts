import {
  type Charset,
  CodecError,
  createCharsetIndex,
  decode,
  detectInMessage,
  encode,
  parseSymbols,
  type RandomBytes,
  shippedCharsets,
  shippedPresets,
} from '@pictoglyph/codec'
import { badRequest, Failure, message, verbatim } from '@pictoglyph/core'
import { nativeScrypt } from '@pictoglyph/text'

/** Which set of symbols: one that is shipped by its id, four symbols, or neither for the default. */
export interface ChosenSymbols {
  charset?: string | undefined
  symbols?: string | undefined
}

const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

/** Encodes on this machine. @throws {Failure} BAD_REQUEST */
export async function encodeOffline(
  text: string,
  chosen: ChosenSymbols & { preset: string },
  readKey: () => Promise<string | undefined>,
): Promise<{ cipher: string; charset: string; preset: string }> {
  const { preset } = chosen
  const scheme = shippedPresets.find(({ id }) => id === preset)?.scheme
  if (scheme === undefined) throw badRequest(message('There is no preset "{preset}".', { preset }))
  const charset = charsetFrom(chosen)
  const key = await readKey()
  const cipher = await inWords(() => encode({ text, charset, scheme, key, random, scrypt: nativeScrypt }))
  return { cipher, charset: charset.id, preset }
}

/** Decodes on this machine, and recognises set and algorithm. @throws {Failure} BAD_REQUEST, DECODE_FAIL */
export async function decodeOffline(
  cipher: string,
  chosen: Pick<ChosenSymbols, 'symbols'>,
  readKey: () => Promise<string | undefined>,
): Promise<{ text: string; algoType: string; charsetName: string }> {
  const charsets = chosen.symbols === undefined ? shippedCharsets : [charsetFrom(chosen)]
  return await inWords(async () => {
    const detection = detectInMessage(cipher, createCharsetIndex(charsets))
    const key = await readKey()
    const text = await decode(detection, { key, scrypt: nativeScrypt })
    return { text, algoType: detection.type, charsetName: detection.charset.name }
  })
}

function charsetFrom({ charset: wanted = 'roar', symbols }: ChosenSymbols): Charset {
  if (symbols !== undefined) {
    try {
      return { id: 'given', name: 'Given', symbols: parseSymbols(symbols) }
    } catch (error) {
      throw asFailure(error)
    }
  }
  const charset = shippedCharsets.find(({ id }) => id === wanted)
  if (charset === undefined) throw badRequest(message('There is no character set "{wanted}".', { wanted }))
  return charset
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFailure(error)
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof CodecError)) return error
  return error.code === 'DAMAGED' || error.code === 'UNRECOGNIZED'
    ? new Failure({ code: 'DECODE_FAIL' })
    : badRequest(verbatim(error.message))
}
