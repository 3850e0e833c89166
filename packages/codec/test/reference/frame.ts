/**
 * The frame and its six types, written again from docs/cipher-format.md with other primitives (node:crypto,
 * node:zlib) and without a thought for speed. It shares no code with `src` but type names and the dictionary.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, scryptSync } from 'node:crypto'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { dictionaryText } from '../../src/dictionary.ts'
import type { KeyedType } from '../../src/keyed-body.ts'
import { referenceTransform } from './transforms.ts'

export type ReferenceType = 'RAW' | KeyedType | 'AESGCM'

export interface ReferenceSetting {
  readonly symbols: readonly string[]
  readonly key?: string | undefined
  /** The scrypt N of each cost; true to the format unless a test wants to be quick. */
  readonly costs?: readonly number[]
}

export interface ReferenceFrame {
  readonly type: ReferenceType
  /** 0 UTF-16BE, 1 UTF-8, 2 deflated UTF-8, 3 deflated UTF-16BE. */
  readonly packing: number
  readonly packed: Uint8Array
  readonly salt: Uint8Array
  /** 0 normal, 1 strong; AESGCM only. */
  readonly cost: number
  /** 16 bytes to stand in place of the key's own; AESGCM only. */
  readonly foreignCommitment?: Uint8Array
}

const typeCodes: Record<ReferenceType, number> = {
  RAW: 0,
  KEYPERM: 1,
  STREAMXOR: 2,
  VIGENERE: 3,
  RC4: 4,
  AESGCM: 5,
}
const formatCosts = [2 ** 14, 2 ** 17]

export function referencePack(packing: number, text: string): Uint8Array {
  const utf16 = Buffer.from(text, 'utf16le').swap16()
  const utf8 = Buffer.from(text, 'utf8')
  if (packing === 0) return utf16
  if (packing === 1) return utf8
  return packing === 2
    ? deflateRawSync(utf8, { dictionary: Buffer.from(dictionaryText, 'utf8') })
    : deflateRawSync(utf16, { dictionary: Buffer.from(dictionaryText, 'utf16le').swap16() })
}

export function referenceUnpack(packing: number, packed: Uint8Array): string {
  if (packing === 0) return Buffer.from(packed).swap16().toString('utf16le')
  if (packing === 1) return Buffer.from(packed).toString('utf8')
  return packing === 2
    ? referenceUnpack(1, inflateRawSync(packed, { dictionary: Buffer.from(dictionaryText, 'utf8') }))
    : referenceUnpack(
        0,
        inflateRawSync(packed, { dictionary: Buffer.from(dictionaryText, 'utf16le').swap16() }),
      )
}

export function referenceWriteFrame(setting: ReferenceSetting, frame: ReferenceFrame): string {
  const header = 64 + 8 * typeCodes[frame.type] + frame.packing
  const context = contextOf(setting, header)
  const body = sealBody(setting, frame, context)
  const bits = binary(header, 8) + checkBits(header) + [...body].map((byte) => binary(byte, 8)).join('')
  const symbols = bits.match(/../g)!.map((pair) => setting.symbols[Number.parseInt(pair, 2)]!)
  const [c0, c1, c2, c3] = setting.symbols
  return [c0, c2, c3, ...symbols, c1].join('')
}

export function referenceReadFrame(setting: ReferenceSetting, cipher: string): ReferenceFrame {
  const bits = Array.from(cipher)
    .slice(3, -1)
    .map((symbol) => binary(setting.symbols.indexOf(symbol), 2))
    .join('')
  const header = Number.parseInt(bits.slice(0, 8), 2)
  if (header >> 6 !== 1 || bits.slice(8, 12) !== checkBits(header)) throw new Error('header')
  const body = Uint8Array.from(
    bits
      .slice(12)
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  const type = Object.entries(typeCodes).find(([, code]) => code === ((header >> 3) & 7))![0] as ReferenceType
  return { type, packing: header & 7, ...openBody(setting, type, contextOf(setting, header), body) }
}

/** How each frame of version 1 begins: its wrapper, its header and the header's check. */
export function referenceHeaders([c0, c1, c2, c3]: readonly string[]): string[] {
  const symbols = [c0, c1, c2, c3]
  return Object.values(typeCodes).flatMap((type) =>
    [0, 1, 2, 3].map((packing) => {
      const header = 64 + 8 * type + packing
      const bits = binary(header, 8) + checkBits(header)
      return [c0, c2, c3, ...bits.match(/../g)!.map((pair) => symbols[Number.parseInt(pair, 2)])].join('')
    }),
  )
}

const binary = (value: number, digits: number): string => value.toString(2).padStart(digits, '0')

/** Long division of the header byte times 16 by x⁴ + x + 1, bit by bit. */
function checkBits(header: number): string {
  const bits = [...`${binary(header, 8)}0000`].map(Number)
  for (let i = 0; i < 8; i++) {
    if (bits[i] === 0) continue
    for (const [j, bit] of [1, 0, 0, 1, 1].entries()) bits[i + j]! ^= bit
  }
  return bits.slice(8).join('')
}

function contextOf({ symbols }: ReferenceSetting, header: number): Buffer {
  const identity = Buffer.alloc(16)
  symbols.forEach((symbol, i) => {
    identity.writeUInt32BE(symbol === '～' ? 0x7e : symbol.codePointAt(0)!, 4 * i)
  })
  return Buffer.concat([identity, Uint8Array.of(header)])
}

function sealBody(setting: ReferenceSetting, frame: ReferenceFrame, context: Buffer): Buffer {
  const { type, packed, salt } = frame
  if (type === 'RAW') return Buffer.concat([packed, checksum(context, packed)])
  if (type === 'AESGCM') {
    const keys = aesGcmKeys(setting, frame.cost, salt)
    const commitment = frame.foreignCommitment ?? keys.commitment
    const prefix = Buffer.concat([Uint8Array.of(frame.cost), salt, commitment])
    const cipher = createCipheriv('aes-256-gcm', keys.key, keys.nonce)
    cipher.setAAD(Buffer.concat([context, prefix]))
    return Buffer.concat([prefix, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  }
  const keys = keyedKeys(setting, type, salt)
  const ciphertext = referenceTransform(type, 'encrypt', keys.cipher, packed)
  return Buffer.concat([salt, tag(keys.mac, context, salt, ciphertext), ciphertext])
}

function openBody(setting: ReferenceSetting, type: ReferenceType, context: Buffer, body: Uint8Array) {
  if (type === 'RAW') {
    const packed = body.slice(0, -4)
    if (!checksum(context, packed).equals(body.slice(-4))) throw new Error('checksum')
    return { packed, salt: new Uint8Array(0), cost: 0 }
  }
  if (type === 'AESGCM') {
    const cost = body[0]!
    const salt = body.slice(1, 17)
    const keys = aesGcmKeys(setting, cost, salt)
    if (!keys.commitment.equals(body.slice(17, 33))) throw new Error('commitment')
    const decipher = createDecipheriv('aes-256-gcm', keys.key, keys.nonce)
    decipher.setAAD(Buffer.concat([context, body.slice(0, 33)]))
    decipher.setAuthTag(body.slice(-16))
    const packed = Buffer.concat([decipher.update(body.slice(33, -16)), decipher.final()])
    return { packed, salt, cost }
  }
  const salt = body.slice(0, 8)
  const ciphertext = body.slice(16)
  const keys = keyedKeys(setting, type, salt)
  if (!tag(keys.mac, context, salt, ciphertext).equals(body.slice(8, 16))) throw new Error('tag')
  return { packed: referenceTransform(type, 'decrypt', keys.cipher, ciphertext), salt, cost: 0 }
}

function checksum(context: Buffer, packed: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(crc32(Buffer.concat([context, packed])))
  return bytes
}

const tag = (macKey: Buffer, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', macKey).update(Buffer.concat(parts)).digest().subarray(0, 8)

export const referenceKeyMaterial = (key: string): Buffer =>
  createHash('sha256')
    .update(Buffer.from(key.normalize('NFC'), 'utf16le').swap16())
    .digest()

const subkeys = (material: Uint8Array, salt: Uint8Array, type: ReferenceType, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, `pictoglyph frame 1 ${type}`, length))

export function keyedKeys({ key }: ReferenceSetting, type: ReferenceType, salt: Uint8Array) {
  const bytes = subkeys(referenceKeyMaterial(key!), salt, type, 64)
  return { cipher: bytes.subarray(0, 32), mac: bytes.subarray(32) }
}

export function aesGcmKeys({ key, costs = formatCosts }: ReferenceSetting, cost: number, salt: Uint8Array) {
  const N = costs[cost]!
  const master = scryptSync(referenceKeyMaterial(key!), salt, 32, { N, r: 8, p: 1, maxmem: 2048 * N })
  const bytes = subkeys(master, salt, 'AESGCM', 60)
  return {
    master,
    key: bytes.subarray(0, 32),
    nonce: bytes.subarray(32, 44),
    commitment: bytes.subarray(44),
  }
}
