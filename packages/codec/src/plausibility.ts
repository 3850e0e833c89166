/**
 * Judges whether a bare body's text is plausible (docs/cipher/format.md, "A body without its wrapper"). Damage turns
 * other ciphers into bodies, whose texts are nearly random units.
 *
 * The packing's model judges the first and the last units. It knows ten languages well. In other scripts, most units
 * of a text share a block of 256 with each other, which random units do not.
 */
import { isListedUnit, packedByModel } from './packing/packing.ts'

/** Number of units judged at either end of a text. */
export const judgedUnits = 16

/** Fewer units than this are not judged by their blocks. */
const minUnitsByBlock = 4

/** Whether the model shortens both ends of a text, or their units share blocks. */
export function isPlausible(text: string): boolean {
  return endsOf(text).every((end) => saves(end, 1 / 5) || belongsTogether(end))
}

/** A stricter test, for texts that are more likely damaged ciphers: only the model counts, and has to save more. */
export function isClearlyText(text: string): boolean {
  return endsOf(text).every((end) => saves(end, 1 / 4))
}

/** Whether the beginning of a text is plausible, and the other one is not or is two bytes longer. */
export function beginsBetter(text: string, other: string): boolean {
  const [first, second] = [text, other].map((units) => units.slice(0, judgedUnits)) as [string, string]
  return isPlausible(first) && (!isPlausible(second) || modelBytes(second) - modelBytes(first) >= 2)
}

/** Whether the first {@link judgedUnits} units of a text are plausible. */
export const beginsPlausibly = (text: string): boolean => isPlausible(text.slice(0, judgedUnits))

const endsOf = (text: string): string[] =>
  text.length <= judgedUnits ? [text] : [text.slice(0, judgedUnits), text.slice(-judgedUnits)]

/** Whether the model saves at least two bytes and this share of UTF-16's bytes. */
function saves(units: string, share: number): boolean {
  const utf16Bytes = 2 * units.length
  return utf16Bytes - modelBytes(units) >= Math.max(2, share * utf16Bytes)
}

const modelBytes = (units: string): number => packedByModel(units)?.length ?? 2 * units.length

function belongsTogether(text: string): boolean {
  if (text.length < minUnitsByBlock) return false
  const units = Array.from(new Set(Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))))
  const strangers = units.filter(
    (unit) =>
      !isListedUnit(unit) &&
      !text.includes(String.fromCharCode(unit, unit)) &&
      !units.some((other) => other !== unit && haveSameBlock(unit, other)),
  )
  return 3 * strangers.length <= units.length - 2
}

const surrogates = 0xd8
const symbols = 0x20

/** The block of a unit; `null` for ideographs, Hangul and private characters, half of all random units. */
function blockOf(unit: number): number | null {
  if (unit >= 0xd800 && unit < 0xe000) return surrogates
  if (unit >= 0x2000 && unit < 0x2c00) return symbols
  return unit >= 0x20 && unit < 0x3400 ? unit >> 8 : null
}

const haveSameBlock = (unit: number, other: number): boolean =>
  blockOf(unit) !== null && blockOf(unit) === blockOf(other)
