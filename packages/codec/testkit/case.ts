/** One case of docs/cipher/testkit, and its file: headers, an empty line, and the cipher up to the last line feed. */
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { type PackedText, pack, packedByModel } from '../src/packing/packing.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { encodeUtf16 } from '../src/text-bytes.ts'
import {
  aesGcmKeys,
  keyedKeys,
  type ReferenceFrame,
  type ReferenceType,
  referenceContext,
  referenceKeyMaterial,
  referenceSalt,
  referenceWriteFrame,
} from '../test/reference/frame.ts'

/** One file of the kit. */
export interface TestkitCase {
  /** The file's name, without its ending. */
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly cipher: string
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const utf16Hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** A case as the contents of its file. */
export function writeCase({ headers, cipher }: TestkitCase): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${cipher}\n`
}

/** A file's headers and cipher. */
export function readCase(name: string, contents: string): TestkitCase {
  const end = contents.indexOf('\n\n')
  const headers = contents
    .slice(0, end)
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
  return { name, headers: Object.fromEntries(headers), cipher: contents.slice(end + 2, -1) }
}

export const shippedSets = shippedCharsets.map(({ symbols }) => symbols.join('')).join(' ')
export const symbolsOf = (set: string): readonly string[] => Array.from(set)
export const seeded = (seed: number, length: number) =>
  Uint8Array.from({ length }, (_, i) => (seed * 31 + i * 73 + (seed >> 2)) & 255)

export const classicOf = (set: string, text: string): string => {
  const [c0, c1, c2, c3] = symbolsOf(set)
  return createClassicEncoder({ id: set, name: set, symbols: [c0!, c1!, c2!, c3!] }).toCipher(text)
}

/** The body of a classic cipher, without its wrapper. */
export const bodyOf = (set: string, text: string): string =>
  Array.from(classicOf(set, text)).slice(3, -1).join('')

interface FrameCase {
  readonly about: string
  readonly set?: string
  readonly type: ReferenceType
  readonly text: string
  readonly key?: string
  readonly cost?: number
}

/** Packed texts up to this length are printed in their file. */
const maxShownBytes = 1000

/** Bytes of salt, by type. */
export const saltBytes: Readonly<Record<ReferenceType, number>> = {
  RAW: 0,
  KEYPERM: 6,
  STREAMXOR: 6,
  VIGENERE: 6,
  RC4: 6,
  AESGCM: 12,
}

/** Packs a text as the first encoders did, which knew no digits. */
export function packAtFirst(text: string): PackedText {
  const bytes = packedByModel(text)
  return bytes === null ? { packing: 0, bytes: encodeUtf16(text) } : { packing: 1, bytes }
}

/** A frame as the first encoders wrote it. Where digits are shorter now, it is only for reading. */
export const frameCase = (name: string, frame: FrameCase): TestkitCase =>
  packedCase(name, frame, packAtFirst(frame.text))

/** A frame with all stages between text and cipher. */
export function packedCase(
  name: string,
  { about, set = '嗷呜啊~', type, text, key, cost }: FrameCase,
  { packing, bytes: packed }: PackedText,
): TestkitCase {
  const random = seeded(name.length + text.length, saltBytes[type])
  const salt = type === 'RAW' ? random : referenceSalt({ type, packing, ...(cost && { cost }) }, random)
  const frame: ReferenceFrame = { type, packing, packed, salt }
  const setting = { symbols: symbolsOf(set), key }
  return {
    name,
    headers: {
      about,
      expect: 'text',
      sets: set,
      ...(packing === pack(text).packing && { format: 'frame' }),
      type,
      ...(type === 'AESGCM' && { cost: String(cost ?? 0) }),
      'text-utf16': utf16Hex(text),
      ...(key !== undefined && { 'key-utf16': utf16Hex(key) }),
      packing: String(packing),
      ...(packed.length <= maxShownBytes && { packed: hexOf(packed) }),
      context: hexOf(referenceContext(setting, frame)),
      ...(type !== 'RAW' && { random: hexOf(random), salt: hexOf(salt), ...keyHeaders(setting, type, salt) }),
    },
    cipher: referenceWriteFrame(setting, frame),
  }
}

function keyHeaders(
  setting: { symbols: readonly string[]; key: string | undefined },
  type: ReferenceType,
  salt: Uint8Array,
) {
  const material = hexOf(referenceKeyMaterial(setting.key!))
  if (type !== 'AESGCM') {
    const { cipher, mac } = keyedKeys(setting, type, salt)
    return { 'key-material': material, 'cipher-key': hexOf(cipher), 'mac-key': hexOf(mac) }
  }
  const { master, key, nonce, commitment } = aesGcmKeys(setting, salt)
  return {
    'key-material': material,
    'master-key': hexOf(master),
    'aes-key': hexOf(key),
    nonce: hexOf(nonce),
    commitment: hexOf(commitment),
  }
}

export interface Reading {
  readonly about: string
  /** The expected text, or the expected refusal. */
  readonly expect: 'text' | 'DAMAGED' | 'UNRECOGNIZED' | 'KEY_NEEDED' | 'KEY_LENGTH' | 'CIPHER_LENGTH'
  readonly text?: string
  readonly sets?: string
  readonly key?: string
}

export const reading = (
  name: string,
  { about, expect, text, sets = shippedSets, key }: Reading,
  cipher: string,
): TestkitCase => ({
  name,
  headers: {
    about,
    expect,
    sets,
    ...(text !== undefined && { 'text-utf16': utf16Hex(text) }),
    ...(key !== undefined && { 'key-utf16': utf16Hex(key) }),
  },
  cipher,
})
