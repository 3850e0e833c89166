import { equalBytes } from '@noble/ciphers/utils.js'
import { openAesGcmBody } from './aesgcm-body.ts'
import type { Detection, FrameDetection, MessageReading, StretchDetection } from './detect.ts'
import { CodecError, damagedOrWrongKey, refused } from './failure.ts'
import { frameContext } from './frame.ts'
import { keyMaterial } from './key-material.ts'
import { withoutKeySpaces } from './key-spaces.ts'
import { keyedOverheadBytes, openKeyedBody } from './keyed-body.ts'
import { type PackedText, type Packer, packerInPlace, unpack, unpackShort } from './packing/packing.ts'
import { openRawBody } from './raw-body.ts'
import type { Scrypt, ScryptRequest } from './scrypt.ts'

/** The key and the services for decoding a detected cipher. */
export interface DecodeRequest {
  /** Normalised to NFC, not trimmed; ignored by RAW. */
  readonly key?: string | undefined
  readonly scrypt: Scrypt
  /** Unpacks texts; in the calling thread by default. */
  readonly packer?: Packer
}

/**
 * Decodes a detected cipher. Derives a key only for AESGCM, and only if a key is given.
 *
 * @throws {CodecError} KEY_NEEDED, KEY_LENGTH; DAMAGED for damage and for a wrong key; and the rejections of `scrypt`
 * @example await decode(detect(cipher, index), { key, scrypt: portableScrypt })
 */
export async function decode(detection: Detection, request: DecodeRequest): Promise<string> {
  if (detection.format === 'classic') return detection.text
  const { key, scrypt, packer = packerInPlace } = request
  const { packing, bytes } = await openAnyBody(detection, key, scrypt)
  return await packer.unpack(packing, bytes)
}

/**
 * Decodes a detected cipher of a type other than AESGCM.
 *
 * @throws {CodecError} KEY_NEEDED, KEY_LENGTH; DAMAGED for damage and for a wrong key; DERIVATION_NEEDED for AESGCM
 */
export function decodeSync(detection: Detection, key?: string): string {
  if (detection.format === 'classic') return detection.text
  const { packing, bytes } = openBody(detection, key)
  return unpack(packing, bytes)
}

/**
 * Decodes like {@link decodeSync}, but only classic ciphers and texts of at most `maxUnits` UTF-16 units. Returns
 * `undefined` for a longer text, or for damage that only a full unpacking reveals. It costs no more than a text of
 * `maxUnits`.
 *
 * @throws {CodecError} as {@link decodeSync}
 */
export function decodeShort(detection: Detection, maxUnits: number, key?: string): string | undefined {
  if (detection.format === 'classic') return detection.text
  if (detection.frame.body.length > 2 * maxUnits + keyedOverheadBytes) return undefined
  const { packing, bytes } = openBody(detection, key)
  return unpackShort(packing, bytes, maxUnits)
}

async function openAnyBody(
  detection: FrameDetection,
  key: string | undefined,
  scrypt: Scrypt,
): Promise<PackedText> {
  const { type, packingBit, body } = detection.frame
  if (type !== 'AESGCM') return openBody(detection, key)
  const setting = { context: contextOf(detection), material: keyMaterial(key, type), scrypt }
  return await openAesGcmBody(setting, packingBit, body)
}

function openBody(detection: FrameDetection, key: string | undefined): PackedText {
  const { type, packingBit, body } = detection.frame
  const context = contextOf(detection)
  switch (type) {
    case 'RAW':
      return openRawBody(context, packingBit, body)
    case 'AESGCM':
      throw new CodecError('DERIVATION_NEEDED', 'AESGCM needs a key derivation, which is asynchronous.')
    default:
      return openKeyedBody({ type, context, material: keyMaterial(key, type) }, packingBit, body)
  }
}

const contextOf = ({ charset, frame }: FrameDetection): Uint8Array => frameContext(charset, frame)

/** A cipher and its text. */
export interface DecodedCipher {
  readonly detection: Detection
  readonly text: string
}

/** The texts of a message. */
export interface DecodedMessage {
  /** One or more, in the order of the message. */
  readonly ciphers: readonly DecodedCipher[]
  /** Positions of unreadable parts: the number of texts before each, without repetitions, ascending. */
  readonly unread: readonly number[]
  /** The numbers of symbols of its own set beside the only cipher, which are not part of it. */
  readonly leftOut?: { readonly before: number; readonly after: number }
  /** Whether the key opened it without the white space around it alone. */
  readonly isKeyTrimmed?: boolean
}

/**
 * Decodes the ciphers of a message. A cipher that can't be opened, by damage or with this key, is left out. If none
 * opens, the key is tried without the white space around it.
 *
 * @throws {CodecError} as {@link decode}; `DAMAGED` only if none opens, or several with symbols beside them do
 */
export async function decodeMessage(
  reading: MessageReading,
  request: DecodeRequest,
): Promise<DecodedMessage> {
  try {
    return await decodeWithKey(reading, request)
  } catch (error) {
    const key = request.key === undefined ? '' : withoutKeySpaces(request.key)
    const isOther = key !== request.key && key !== '' && askedForKey(reading) !== undefined
    if (!isOther || !(error instanceof CodecError) || error.code !== 'DAMAGED') throw error
    return { ...(await decodeWithKey(reading, { ...request, key })), isKeyTrimmed: true }
  }
}

/** The first cipher of a message that needs a key; `undefined` if none does. */
export const askedForKey = ({ detections, stretches = [] }: MessageReading): Detection | undefined =>
  [...detections, ...stretches.map(({ detection }) => detection)].find(({ needsKey }) => needsKey)

async function decodeWithKey(
  { detections, unread, stretches = [] }: MessageReading,
  given: DecodeRequest,
): Promise<DecodedMessage> {
  const request = stretches.length === 0 ? given : { ...given, scrypt: deriveOnce(given.scrypt) }
  const ciphers: DecodedCipher[] = []
  const places = new Set<number>()
  let failed: CodecError | undefined
  for (const [i, detection] of detections.entries()) {
    if (unread.includes(i)) places.add(ciphers.length)
    try {
      ciphers.push({ detection, text: await decode(detection, request) })
    } catch (error) {
      if (!(error instanceof CodecError) || error.code !== 'DAMAGED') throw error
      failed ??= error
      places.add(ciphers.length)
    }
  }
  if (ciphers.length === 0) return await decodeStretches(stretches, request, failed)
  if (unread.includes(detections.length)) places.add(ciphers.length)
  return { ciphers, unread: [...places] }
}

/** Decodes the only cipher that opens of those with symbols beside them. @throws {CodecError} `failed` if none does */
async function decodeStretches(
  stretches: readonly StretchDetection[],
  request: DecodeRequest,
  failed: CodecError = damagedOrWrongKey(),
): Promise<DecodedMessage> {
  const opened: DecodedMessage[] = []
  const withoutKeyFirst = stretches.toSorted(
    (a, b) => Number(a.detection.needsKey) - Number(b.detection.needsKey),
  )
  for (const { detection, before, after } of withoutKeyFirst) {
    try {
      const text = await decode(detection, request)
      opened.push({ ciphers: [{ detection, text }], unread: [], leftOut: { before, after } })
    } catch (error) {
      const isLeftOut = opened.length > 0 && error instanceof CodecError && error.code === 'KEY_NEEDED'
      if (!isLeftOut && !(error instanceof CodecError && error.code === 'DAMAGED')) throw error
    }
  }
  if (opened.length > 1) throw refused('severalCiphers')
  if (opened[0] === undefined) throw failed
  return opened[0]
}

/** Derives the key of the first salt and cost alone, because places that look like a cipher are many. */
function deriveOnce(scrypt: Scrypt): Scrypt {
  let first: { readonly request: ScryptRequest; readonly key: Promise<Uint8Array> } | undefined
  return async (request) => {
    first ??= { request, key: scrypt(request) }
    if (first.request.cost !== request.cost || !equalBytes(first.request.salt, request.salt))
      throw damagedOrWrongKey()
    return await first.key
  }
}
