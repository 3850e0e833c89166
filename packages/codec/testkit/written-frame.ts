/** Frames in digits under the key `otter`, for cases that change or refuse them. */
import type { PackedText } from '../src/packing/packing.ts'
import {
  type ReferenceFrame,
  type ReferenceType,
  referenceSalt,
  referenceWriteFrame,
} from '../test/reference/frame.ts'
import { packAtFirst, type Reading, reading, seeded, symbolsOf, type TestkitCase } from './case.ts'

export const setting = { symbols: symbolsOf('0123'), key: 'otter' }
export const hello = packAtFirst('你好')

/** A case that is refused, by default as damaged. */
export const refused = (
  name: string,
  about: string,
  cipher: string,
  expect: Reading['expect'] = 'DAMAGED',
  key?: string,
): TestkitCase => reading(name, { about, expect, ...(key !== undefined && { key }) }, cipher)

/** Writes a packed text as a frame, with other parts where they are given. */
export const written = (
  type: ReferenceType,
  { packing, bytes }: PackedText,
  rest: Partial<ReferenceFrame> = {},
) =>
  referenceWriteFrame(setting, {
    type,
    packing,
    packed: bytes,
    salt:
      type === 'RAW'
        ? new Uint8Array(0)
        : referenceSalt({ type, packing }, seeded(9, type === 'AESGCM' ? 12 : 6)),
    ...rest,
  })

/** Changes a symbol of a cipher in digits. */
export const changed = (cipher: string, at: number): string =>
  cipher.slice(0, at) + ((Number(cipher[at]) + 1) % 4) + cipher.slice(at + 1)

/** Symbols before the body of a frame, and of a byte. */
export const bodyAt = 5
export const symbolsPerByte = 4

/** A keyed frame without a key: what its length and the salt's first symbol tell decides. */
export const withoutKey = (header: string, firstSymbol: number, bytes: number): string =>
  `023${header}${firstSymbol}${'0'.repeat(symbolsPerByte * bytes - 1)}1`
