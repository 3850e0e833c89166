import { openAesGcmBody } from './aesgcm-body.ts'
import type { Detection, FrameDetection } from './detect.ts'
import { CodecError } from './failure.ts'
import { frameContext } from './frame.ts'
import { keyMaterial } from './key-material.ts'
import { openKeyedBody } from './keyed-body.ts'
import { unpack } from './packing/packing.ts'
import { openRawBody } from './raw-body.ts'
import type { Scrypt } from './scrypt.ts'

/** What decoding a recognised cipher needs. */
export interface DecodeRequest {
  /** Normalised to NFC, not trimmed; ignored by RAW. */
  readonly key?: string | undefined
  readonly scrypt: Scrypt
}

/**
 * The text of a recognised cipher. Derives a key only for AESGCM, and only once a key is there.
 *
 * @throws {CodecError} KEY_NEEDED, KEY_LENGTH; DAMAGED for damage and a wrong key alike; and what `scrypt` rejects with
 */
export async function decode(detection: Detection, { key, scrypt }: DecodeRequest): Promise<string> {
  if (detection.type !== 'AESGCM' || detection.format === 'classic') return decodeSync(detection, key)
  const setting = { context: contextOf(detection), material: keyMaterial(key), scrypt }
  const bytes = await openAesGcmBody(setting, detection.frame.body)
  return unpack(detection.frame.packing, bytes)
}

/**
 * The text of a recognised cipher whose type is not AESGCM.
 *
 * @throws {CodecError} KEY_NEEDED, KEY_LENGTH; DAMAGED for damage and a wrong key alike; DERIVATION_NEEDED for AESGCM
 */
export function decodeSync(detection: Detection, key?: string): string {
  if (detection.format === 'classic') return detection.text
  return unpack(detection.frame.packing, openBody(detection, key))
}

function openBody(detection: FrameDetection, key: string | undefined): Uint8Array {
  const { type, body } = detection.frame
  const context = contextOf(detection)
  switch (type) {
    case 'RAW':
      return openRawBody(context, body)
    case 'AESGCM':
      throw new CodecError('DERIVATION_NEEDED', 'AESGCM needs a key derivation, which is asynchronous.')
    default:
      return openKeyedBody({ type, context, material: keyMaterial(key) }, body)
  }
}

const contextOf = ({ charset, frame }: FrameDetection): Uint8Array => frameContext(charset, frame)
