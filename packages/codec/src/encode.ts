import { aesGcmSaltBytes, sealAesGcmBody } from './aesgcm-body.ts'
import type { Charset } from './charset.ts'
import { type ClassicEncoder, createClassicEncoder } from './classic-encoder.ts'
import { type FrameHeader, frameContext, writeFrame } from './frame.ts'
import { keyMaterial } from './key-material.ts'
import { keyedSaltBytes, sealKeyedBody } from './keyed-body.ts'
import { requireTextLength } from './limits.ts'
import { type PackedText, type Packer, pack, packerInPlace, packingBitOf } from './packing/packing.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
import { sealRawBody } from './raw-body.ts'
import type { PlainFrameScheme, Scheme, SynchronousScheme } from './scheme.ts'
import type { Scrypt } from './scrypt.ts'

/** Returns `length` unpredictable bytes. */
export type RandomBytes = (length: number) => Uint8Array

/** A text and its encoding, without key derivation. */
export interface SynchronousEncodeRequest {
  /** 1 to 20,000 UTF-16 code units, lone surrogates included. */
  readonly text: string
  /** Prepare it with {@link prepareCharset} to use it more than once. */
  readonly charset: Charset
  readonly scheme: SynchronousScheme
  /** Normalised to NFC, not trimmed; ignored by RAW. */
  readonly key?: string | undefined
  readonly random: RandomBytes
}

/** A text and its encoding. */
export interface EncodeRequest extends Omit<SynchronousEncodeRequest, 'scheme'> {
  readonly scheme: Scheme
  readonly scrypt: Scrypt
  /** Packs texts; in the calling thread by default. The classic encoding packs nothing. */
  readonly packer?: Packer
}

/**
 * Encodes a text.
 *
 * @throws {CodecError} TEXT_LENGTH, KEY_NEEDED, KEY_LENGTH, BAD_CHARSET, and the rejections of `scrypt`
 * @example await encode({ text, charset, scheme: schemeOf('STREAMXOR'), key, random, scrypt: portableScrypt })
 */
export async function encode(request: EncodeRequest): Promise<string> {
  const { scheme, scrypt, text, packer = packerInPlace } = request
  if (scheme.kind === 'classic') return encodeSync({ ...request, scheme })
  requireTextLength(text)
  const charset = prepareCharset(request.charset)
  if (scheme.type !== 'AESGCM') {
    const material = materialOf(scheme, request.key)
    return sealFrame({ charset, scheme, material, random: request.random }, await packer.pack(text))
  }
  const material = keyMaterial(request.key, 'AESGCM')
  const packed = await packer.pack(text)
  const header: FrameHeader = { type: 'AESGCM', packingBit: packingBitOf(packed.packing) }
  const setting = { context: frameContext(charset, header), material, scrypt }
  const random = freshBytes(request.random, aesGcmSaltBytes)
  return writeFrame(charset, header, await sealAesGcmBody(setting, { cost: scheme.cost, random }, packed))
}

/**
 * Encodes a text by a scheme that needs no key derivation.
 *
 * @throws {CodecError} TEXT_LENGTH, KEY_NEEDED, KEY_LENGTH, BAD_CHARSET
 */
export function encodeSync(request: SynchronousEncodeRequest): string {
  requireTextLength(request.text)
  const charset = prepareCharset(request.charset)
  if (request.scheme.kind === 'classic') return classicEncoderOf(charset).toCipher(request.text)
  const { scheme, random } = request
  const material = materialOf(scheme, request.key)
  return sealFrame({ charset, scheme, material, random }, pack(request.text))
}

/** The key material; `null` for RAW. */
const materialOf = ({ type }: PlainFrameScheme, key: string | undefined): Uint8Array | null =>
  type === 'RAW' ? null : keyMaterial(key, type)

interface FrameSetting {
  readonly charset: PreparedCharset
  readonly scheme: PlainFrameScheme
  readonly material: Uint8Array | null
  readonly random: RandomBytes
}

function sealFrame(
  { charset, scheme: { type }, material, random }: FrameSetting,
  packed: PackedText,
): string {
  const header: FrameHeader = { type, packingBit: packingBitOf(packed.packing) }
  const context = frameContext(charset, header)
  if (type === 'RAW' || material === null) return writeFrame(charset, header, sealRawBody(context, packed))
  const salt = freshBytes(random, keyedSaltBytes)
  return writeFrame(charset, header, sealKeyedBody({ type, context, material }, salt, packed))
}

const classicEncoders = new WeakMap<PreparedCharset, ClassicEncoder>()

/** The classic encoder of a prepared set, created at first use and then kept. */
function classicEncoderOf(charset: PreparedCharset): ClassicEncoder {
  const known = classicEncoders.get(charset)
  if (known) return known
  const made = createClassicEncoder(charset)
  classicEncoders.set(charset, made)
  return made
}

function freshBytes(random: RandomBytes, length: number): Uint8Array {
  const bytes = random(length)
  if (bytes.length !== length) throw new RangeError(`random gave ${bytes.length} bytes instead of ${length}`)
  return bytes
}
