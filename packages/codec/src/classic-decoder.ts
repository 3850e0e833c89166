import { classicWrapper, nibbleOffsets } from './classic-encoder.ts'
import { unitClass } from './prepared-charset.ts'
import { sharedScratch } from './unit-scratch.ts'

/** How many symbols one UTF-16 code unit of the text takes. */
export const symbolsPerUnit = 8

/** Symbols of the shortest cipher with a wrapper, of either format. */
export const minCipherSymbols = classicWrapper.length + symbolsPerUnit

/** Symbols of the wrapper before the body. */
export const beforeBody = classicWrapper.length - 1

const notASymbol = unitClass.lead | unitClass.ignored | unitClass.foreign

/** Subtracts each nibble modulo 16. The top bits are handled apart, so that no borrow crosses into a neighbour. */
const unshiftUnit = (shifted: number, offset: number): number =>
  ((shifted | 0x8888) - (offset & 0x7777)) ^ ((shifted ^ ~offset) & 0x8888)

/**
 * Decodes a classic cipher with its wrapper, whose length in UTF-16 units is 4 modulo 8; `null` if a character is not
 * a one-unit symbol. It does not check the wrapper's order.
 */
export function decodeCleanCipher(cipher: string, classOfUnit: Uint8Array): string | null {
  const textUnits = (cipher.length - classicWrapper.length) / symbolsPerUnit
  const scratch = sharedScratch(textUnits)
  const { units } = scratch
  const classAt = (at: number) => classOfUnit[cipher.charCodeAt(at)]!
  let seen = classAt(0) | classAt(1) | classAt(2) | classAt(cipher.length - 1)
  for (let i = 0, at = beforeBody; i < textUnits; i++, at += symbolsPerUnit) {
    const s0 = classOfUnit[cipher.charCodeAt(at)]!
    const s1 = classOfUnit[cipher.charCodeAt(at + 1)]!
    const s2 = classOfUnit[cipher.charCodeAt(at + 2)]!
    const s3 = classOfUnit[cipher.charCodeAt(at + 3)]!
    const s4 = classOfUnit[cipher.charCodeAt(at + 4)]!
    const s5 = classOfUnit[cipher.charCodeAt(at + 5)]!
    const s6 = classOfUnit[cipher.charCodeAt(at + 6)]!
    const s7 = classOfUnit[cipher.charCodeAt(at + 7)]!
    seen |= s0 | s1 | s2 | s3 | s4 | s5 | s6 | s7
    const shifted = (s0 << 14) | (s1 << 12) | (s2 << 10) | (s3 << 8) | (s4 << 6) | (s5 << 4) | (s6 << 2) | s7
    units[i] = unshiftUnit(shifted, nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
  }
  return seen & notASymbol ? null : scratch.text(0, textUnits)
}

/** Decodes a classic body from symbol values 0 to 3; their number is a multiple of {@link symbolsPerUnit}. */
export function decodeSymbolValues(values: Uint8Array): string {
  const textUnits = values.length / symbolsPerUnit
  const scratch = sharedScratch(textUnits)
  for (let i = 0, at = 0; i < textUnits; i++) {
    let shifted = 0
    for (const end = at + symbolsPerUnit; at < end; at++) shifted = (shifted << 2) | values[at]!
    scratch.units[i] = unshiftUnit(shifted, nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
  }
  return scratch.text(0, textUnits)
}
