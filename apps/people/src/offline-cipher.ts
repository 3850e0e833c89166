import { scrypt } from 'node:crypto'
import { type Charset, parseSymbols } from '@pictoglyph/codec/charset'
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { decodeMessage } from '@pictoglyph/codec/decode'
import { doubtOfAny, doubts } from '@pictoglyph/codec/doubt'
import { encode, type RandomBytes } from '@pictoglyph/codec/encode'
import { CodecError, CutCipher, DoubtedBody } from '@pictoglyph/codec/failure'
import { type KeySpaces, keySpacesOf } from '@pictoglyph/codec/key-spaces'
import { readMessage } from '@pictoglyph/codec/message'
import { needsKey, typeOf } from '@pictoglyph/codec/scheme'
import { type Scrypt, scryptKeyBytes, scryptMemoryBytes } from '@pictoglyph/codec/scrypt'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { type Message, message, verbatim } from '@pictoglyph/site/language/message'

/** The set of symbols: a shipped set's id, four symbols, or neither for the default. */
export interface ChosenSymbols {
  charset?: string | undefined
  symbols?: string | undefined
}

/** The source of a key. */
export interface KeySource {
  readonly read: () => Promise<string | undefined>
  /** Advice if the key is missing. */
  readonly hint: Message
}

const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

/** Encodes on this machine. @throws {Failure} BAD_REQUEST */
export async function encodeOffline(
  text: string,
  chosen: ChosenSymbols & { preset: string },
  keySource: KeySource,
): Promise<{ cipher: string; charset: string; preset: string; keySpaces?: KeySpaces }> {
  const { preset } = chosen
  const scheme = shippedPresets.find(({ id }) => id === preset)?.scheme
  if (scheme === undefined)
    throw badRequest(
      message('There is no preset "{preset}". There are: {known}.', { preset, known: idsOf(shippedPresets) }),
    )
  const charset = charsetFrom(chosen)
  const key = await keySource.read()
  const cipher = await inWords(keySource, () =>
    encode({ text, charset, scheme, key, random, scrypt: nativeScrypt }),
  )
  const keySpaces = needsKey(typeOf(scheme)) ? keySpacesOf(key ?? '') : undefined
  return { cipher, charset: charset.id, preset, ...(keySpaces !== undefined && { keySpaces }) }
}

/** The texts of a message: each one, and all together with one per line. Algorithm and set are those of the first. */
export interface DecodedMessage {
  text: string
  texts?: readonly string[]
  algoType: string
  charsetName: string
  /** Positions of unread parts: the number of texts before each. */
  unread?: readonly number[]
  /** A text may be another than was written. Absent where nothing speaks for it. */
  doubtful?: true
  /** Why it is doubtful. */
  doubt?: string
  /** The numbers of symbols of the set before and after the cipher, which are not part of it. */
  leftOut?: { before: number; after: number }
  /** The key opened it only without the white space around it. */
  isKeyTrimmed?: true
}

/** Detects set and algorithm and decodes on this machine. @throws {Failure} BAD_REQUEST, DECODE_FAIL */
export async function decodeOffline(
  cipher: string,
  chosen: Pick<ChosenSymbols, 'symbols'>,
  keySource: KeySource,
): Promise<DecodedMessage> {
  const charsets = chosen.symbols === undefined ? shippedCharsets : [charsetFrom(chosen)]
  return await inWords(keySource, async () => {
    const reading = readMessage(cipher, createCharsetIndex(charsets))
    const decoded = await decodeMessage(reading, { key: await keySource.read(), scrypt: nativeScrypt })
    const { ciphers, unread, leftOut, isKeyTrimmed } = decoded
    const doubt = doubtOfAny(ciphers.map(({ detection }) => detection))
    const texts = ciphers.map(({ text }) => text)
    const { type, charset } = ciphers[0]!.detection
    return {
      text: texts.join('\n'),
      ...(texts.length > 1 && { texts }),
      algoType: type,
      charsetName: charset.name,
      ...(unread.length > 0 && { unread }),
      ...(doubt !== undefined && {
        doubtful: true,
        doubt: doubts[doubt],
      }),
      ...(leftOut !== undefined && { leftOut }),
      ...(isKeyTrimmed && { isKeyTrimmed }),
    }
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
  if (charset === undefined)
    throw badRequest(
      message('There is no character set "{wanted}". There are: {known}.', {
        wanted,
        known: idsOf(shippedCharsets),
      }),
    )
  return charset
}

const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join(', ')

async function inWords<T>({ hint }: KeySource, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CodecError) || error.code !== 'KEY_NEEDED') throw asFailure(error)
    throw badRequest(message('{said} {hint}', { said: verbatim(error.message), hint }))
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof CodecError)) return error
  return error.code === 'DAMAGED' || error.code === 'UNRECOGNIZED'
    ? new Failure({ code: 'DECODE_FAIL', reason: verbatim(wordsOf(error)) })
    : badRequest(verbatim(error.message))
}

const maxUnitsShown = 200

/** The message of an error. It includes a doubtful text or a beginning, which a reader can judge. */
function wordsOf(error: CodecError): string {
  if (error instanceof DoubtedBody) return `${error.message} It would be: ${shown(error.text)}`
  if (!(error instanceof CutCipher)) return error.message
  const { text, ofAbout } = error
  const share = ofAbout === undefined ? '' : ` of about ${ofAbout}`
  return `${error.message} The first ${text.length}${share} characters: ${shown(text)}`
}

const shown = (text: string): string =>
  text.length > maxUnitsShown ? `${text.slice(0, maxUnitsShown).toWellFormed()}…` : text

/** Room for the smaller parts of scrypt besides its table. */
const spareBytes = 1_048_576

/** scrypt (RFC 7914) in native code. */
const nativeScrypt: Scrypt = ({ password, salt, N, r, p }) =>
  new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: scryptMemoryBytes({ N, r, p }) + spareBytes }
    scrypt(password, salt, scryptKeyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
