/**
 * The frame and its six types, implemented again from docs/cipher/format.md with other primitives (node:crypto),
 * without regard to speed. It shares only type names with `src`.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, scryptSync } from 'node:crypto'
import type { KeyedType } from '../../src/keyed-body.ts'
import { referenceTransform } from './transforms.ts'

export type ReferenceType = 'RAW' | KeyedType | 'AESGCM'

/** N and p of scrypt; r is 8. */
interface ReferenceCost {
  readonly N: number
  readonly p: number
}

interface ReferenceSetting {
  readonly symbols: readonly string[]
  readonly key?: string | undefined
  /** The scrypt parameters of each cost; the real ones unless a test needs speed. */
  readonly costs?: readonly ReferenceCost[]
}

export interface ReferenceFrame {
  readonly type: ReferenceType
  /** 0 UTF-16BE, 1 the model, 2 digits. */
  readonly packing: number
  readonly packed: Uint8Array
  /** Its highest bits hold packing and cost; empty for RAW. */
  readonly salt: Uint8Array
  /** Replaces the bytes after the packed text; padded AESGCM only. */
  readonly padding?: Uint8Array
  /** The packing that checksum, tag or padding tell, if it is another. */
  readonly toldPacking?: number
  /** Replaces the key's 16-byte commitment; AESGCM only. */
  readonly foreignCommitment?: Uint8Array
}

const headers: readonly (readonly [type: ReferenceType, packing: number | null, bits: string])[] = [
  ['RAW', 0, '0101'],
  ['RAW', 1, '0111'],
  ['RAW', 2, '0101'],
  ['KEYPERM', null, '0010'],
  ['STREAMXOR', null, '1000'],
  ['VIGENERE', null, '1010'],
  ['RC4', null, '1100'],
  ['AESGCM', null, '1110'],
]
const formatCosts = [
  { N: 2 ** 17, p: 1 },
  { N: 2 ** 18, p: 2 },
]

/** Random bytes as a salt. Its first bit is whether the model packs; for AESGCM the next two are the padding and the cost. */
export function referenceSalt(
  {
    type,
    packing,
    cost = 0,
    padded = 1,
  }: { type: ReferenceType; packing: number; cost?: number; padded?: 0 | 1 },
  random: Uint8Array,
): Uint8Array {
  const [first = 0, ...rest] = random
  const bits = binary(first, 8)
  const isModel = packing === 1 ? '1' : '0'
  const marked = type === 'AESGCM' ? `${isModel}${padded}${cost}${bits.slice(3)}` : isModel + bits.slice(1)
  return Uint8Array.of(Number.parseInt(marked, 2), ...rest)
}

function headerOf({ type, packing }: ReferenceFrame): string {
  return headers.find((row) => row[0] === type && (row[1] === null || row[1] === packing))![2]
}

/** The 17 bytes that every check of a frame begins with. */
export const referenceContext = (setting: ReferenceSetting, frame: ReferenceFrame): Buffer =>
  contextOf(setting, headerOf(frame))

export function referenceWriteFrame(setting: ReferenceSetting, frame: ReferenceFrame): string {
  const header = headerOf(frame)
  const body = sealBody(setting, frame, contextOf(setting, header))
  const bits = header + [...body].map((byte) => binary(byte, 8)).join('')
  const symbols = bits.match(/../g)!.map((pair) => setting.symbols[Number.parseInt(pair, 2)]!)
  const [c0, c1, c2, c3] = setting.symbols
  return [c0, c2, c3, ...symbols, c1].join('')
}

export function referenceReadFrame(setting: ReferenceSetting, cipher: string): ReferenceFrame {
  const bits = Array.from(cipher)
    .slice(3, -1)
    .map((symbol) => binary(setting.symbols.indexOf(symbol), 2))
    .join('')
  const header = bits.slice(0, 4)
  const row = headers.find(([, , known]) => known === header)
  if (row === undefined) throw new Error('header')
  const [type, packing] = row
  const body = Uint8Array.from(
    bits
      .slice(4)
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  return {
    type,
    ...openBody(setting, { type, bit: packing ?? body[0]! >> 7 }, contextOf(setting, header), body),
  }
}

/** The wrapper and header at the beginning of each frame of version 1. */
export function referenceHeaders([c0, c1, c2, c3]: readonly string[]): string[] {
  const symbols = [c0, c1, c2, c3]
  return headers.map(([, , bits]) =>
    [c0, c2, c3, ...bits.match(/../g)!.map((pair) => symbols[Number.parseInt(pair, 2)])].join(''),
  )
}

const overheads: Readonly<Record<ReferenceType, number>> = {
  RAW: 2,
  KEYPERM: 10,
  STREAMXOR: 10,
  VIGENERE: 10,
  RC4: 10,
  AESGCM: 44,
}

const bitsOf = (symbols: readonly string[], cipher: readonly string[]): string =>
  cipher
    .slice(3, -1)
    .map((symbol) => binary(symbols.indexOf(symbol), 2))
    .join('')

/** Whether symbols have the wrapper, the header and the length of a frame. */
export function referenceHasFrameShape(symbols: readonly string[], cipher: readonly string[]): boolean {
  const [c0, c1, c2, c3] = symbols
  const edges = [...cipher.slice(0, 3), ...cipher.slice(3).slice(-1)].join('')
  const bits = bitsOf(symbols, cipher)
  const row = headers.find(([, , known]) => bits.startsWith(known))
  if (edges !== `${c0}${c2}${c3}${c1}` || row === undefined || bits.length < 12 || bits.length % 8 !== 4)
    return false
  const [type, packing] = row
  const length = (bits.length - 4) / 8 - overheads[type]
  if (type === 'AESGCM' && bits[5] === '1') return length > 0 && length % 16 === 0 && length <= 40_016
  const isModel = (packing ?? Number(bits[4])) === 1
  if (type === 'AESGCM' && !isModel) return length >= 2 && length <= 40_000 && length % 2 === 0
  return length >= 1 && length <= (isModel ? 39_999 : 40_000)
}

/** Whether such a frame has a key or a valid checksum. */
export function referenceIsChecked(symbols: readonly string[], cipher: readonly string[]): boolean {
  const bits = bitsOf(symbols, cipher)
  const header = bits.slice(0, 4)
  if (headers.find(([, , known]) => known === header)![0] !== 'RAW') return true
  const body = Buffer.from(
    bits
      .slice(4)
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  return rawPacking(contextOf({ symbols }, header), body) !== undefined
}

const binary = (value: number, digits: number): string => value.toString(2).padStart(digits, '0')

function contextOf({ symbols }: ReferenceSetting, header: string): Buffer {
  const identity = Buffer.alloc(16)
  symbols.forEach((symbol, i) => {
    identity.writeUInt32BE(symbol === '～' ? 0x7e : symbol.codePointAt(0)!, 4 * i)
  })
  return Buffer.concat([identity, Uint8Array.of(Number.parseInt(`0001${header}`, 2))])
}

function sealBody(setting: ReferenceSetting, frame: ReferenceFrame, context: Buffer): Buffer {
  const { type, packed, salt } = frame
  if (type === 'RAW') return Buffer.concat([packed, rawChecksum(context, packed, toldBy(frame))])
  if (type === 'AESGCM') {
    const keys = aesGcmKeys(setting, salt)
    const commitment = frame.foreignCommitment ?? keys.commitment
    const prefix = Buffer.concat([salt, commitment])
    const cipher = createCipheriv('aes-256-gcm', keys.key, keys.nonce)
    cipher.setAAD(Buffer.concat([context, prefix]))
    const padded = isPadded(salt) ? Buffer.concat([packed, frame.padding ?? paddingOf(frame)]) : packed
    return Buffer.concat([prefix, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
  }
  const keys = keyedKeys(setting, type, salt)
  const ciphertext = referenceTransform(type, 'encrypt', keys.cipher, packed)
  return Buffer.concat([salt, tag(keys.mac, toldBy(frame), context, salt, ciphertext), ciphertext])
}

const isPadded = (salt: Uint8Array): boolean => binary(salt[0]!, 8)[1] === '1'

const toldBy = ({ packing, toldPacking = packing }: ReferenceFrame): number => toldPacking

const paddingOf = (frame: ReferenceFrame): Buffer => {
  const { packed } = frame
  const length = 16 - (packed.length % 16)
  return Buffer.concat([Uint8Array.of(toldBy(frame) === 2 ? 0x81 : 0x80), Buffer.alloc(length - 1)])
}

function openBody(
  setting: ReferenceSetting,
  { type, bit }: { type: ReferenceType; bit: number },
  context: Buffer,
  body: Uint8Array,
) {
  if (type === 'RAW') {
    const packed = body.slice(0, -2)
    const packing = rawPacking(context, body)
    if (packing === undefined) throw new Error('checksum')
    return { packing, packed, salt: new Uint8Array(0) }
  }
  if (type === 'AESGCM') {
    const salt = body.slice(0, 12)
    const keys = aesGcmKeys(setting, salt)
    if (!keys.commitment.equals(body.slice(12, 28))) throw new Error('commitment')
    const decipher = createDecipheriv('aes-256-gcm', keys.key, keys.nonce)
    decipher.setAAD(Buffer.concat([context, body.slice(0, 28)]))
    decipher.setAuthTag(body.slice(-16))
    const opened = Buffer.concat([decipher.update(body.slice(28, -16)), decipher.final()])
    if (!isPadded(salt)) return { packing: bit, packed: opened, salt }
    const end = opened.toString('latin1').search(/[^\0]\0*$/)
    return { packing: opened[end] === 0x81 ? 2 : bit, packed: opened.subarray(0, end), salt }
  }
  const salt = body.slice(0, 6)
  const ciphertext = body.slice(10)
  const keys = keyedKeys(setting, type, salt)
  const packing = (bit === 1 ? [1] : [0, 2]).find((one) =>
    tag(keys.mac, one, context, salt, ciphertext).equals(body.slice(6, 10)),
  )
  if (packing === undefined) throw new Error('tag')
  return { packing, packed: referenceTransform(type, 'decrypt', keys.cipher, ciphertext), salt }
}

/** CRC-16/IBM-3740 by long division, bit by bit: the message times x¹⁶, its first 16 bits inverted. */
export function referenceChecksum(message: Uint8Array): Buffer {
  const bits = [...[...message].map((byte) => binary(byte, 8)).join(''), ...'0'.repeat(16)].map(Number)
  for (let i = 0; i < 16; i++) bits[i]! ^= 1
  const divisor = [...'10001000000100001'].map(Number)
  for (let i = 0; i + 16 < bits.length; i++) {
    if (bits[i] === 1) for (const [j, bit] of divisor.entries()) bits[i + j]! ^= bit
  }
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(Number.parseInt(bits.slice(-16).join(''), 2))
  return bytes
}

/** The checksum of a RAW frame, with the mark of packing 2. */
function rawChecksum(context: Buffer, packed: Uint8Array, packing: number): Buffer {
  const checksum = referenceChecksum(Buffer.concat([context, packed]))
  return packing === 2 ? Buffer.of(checksum[0]! ^ 0xf0, checksum[1]! ^ 0x1f) : checksum
}

/** The packing that the checksum of a RAW frame says, if it matches. */
const rawPacking = (context: Buffer, body: Uint8Array): number | undefined =>
  (context.at(-1) === 0x17 ? [1] : [0, 2]).find((packing) =>
    rawChecksum(context, body.slice(0, -2), packing).equals(body.slice(-2)),
  )

/** Bytes 1 to 4 of the HMAC; 5 to 8 for packing 2. */
const tag = (macKey: Buffer, packing: number, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', macKey)
    .update(Buffer.concat(parts))
    .digest()
    .subarray(packing === 2 ? 4 : 0)
    .subarray(0, 4)

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

export function aesGcmKeys({ key, costs = formatCosts }: ReferenceSetting, salt: Uint8Array) {
  const { N, p } = costs[(salt[0]! >> 5) & 1]!
  const master = scryptSync(referenceKeyMaterial(key!), salt, 32, { N, r: 8, p, maxmem: 2048 * N })
  const bytes = subkeys(master, salt, 'AESGCM', 60)
  return {
    master,
    key: bytes.subarray(0, 32),
    nonce: bytes.subarray(32, 44),
    commitment: bytes.subarray(44),
  }
}
