/**
 * Judges whether a text is plausible (docs/cipher/format.md, "A plausible text"). Damage turns classic ciphers into
 * others, whose texts are nearly random units.
 *
 * The packing's model judges the first and the last units. It knows ten languages well. In other scripts, most units
 * of a text share a block of 256 with each other, which random units do not.
 */
import { isListedUnit, packedByModel } from './packing/packing.ts'

/** Number of units judged at either end of a text. */
export const judgedUnits = 16

/** Fewer units than this are not judged by their blocks. */
const minUnitsByBlock = 4

/** From this many units on, a text in one script is plausible whatever its letters. */
const minUnitsByScript = 8

/** Whether both ends of a text have units that belong together, or are shorter by the model, or in one script. */
export function isPlausible(text: string): boolean {
  return endsOf(text).every((end) => belongsTogether(end) || saves(end, 1 / 5) || isInOneScript(end))
}

/**
 * Whether the text of a wrapped classic cipher may not be the one that was written. Fewer than
 * {@link minUnitsByScript} units are plausible, too, if those that nothing speaks for are ideographs.
 */
export function isDoubtfulText(text: string): boolean {
  if (!text.isWellFormed()) return true
  if (text.length < minUnitsByScript && strangersIn(differentUnits(text), text).every(isIdeograph))
    return false
  return !isPlausible(text)
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
  const units = differentUnits(text)
  return 3 * strangersIn(units, text).length <= units.length - 2
}

/** Those of a text's different units that nothing speaks for. */
const strangersIn = (units: readonly number[], text: string): number[] =>
  units.filter(
    (unit) =>
      !isListedUnit(unit) &&
      !chatCharacters.has(unit) &&
      !text.includes(String.fromCharCode(unit, unit)) &&
      !units.some((other) => other !== unit && haveSameBlock(unit, other)),
  )

const differentUnits = (text: string): number[] => [...new Set(unitsOf(text))]

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))

/** Characters that are common in chats, most of them Cantonese, and that the model's alphabet does not list. */
const chatCharacters = new Set(
  unitsOf('嘅哋啲嚟冇嘢噉咁乜嘥嗰啩喎啱攞搵睇瞓偈靚嬲孖冧諗畀俾揸揾嗌嗱噃囖啫吖孭屙掟嘜嚿曱甴囧喵'),
)

/** Whether all units are of one script that the model and the blocks do not cover, or its punctuation. */
function isInOneScript(text: string): boolean {
  const units = unitsOf(text).filter((unit) => !isPunctuation(unit))
  return text.length >= minUnitsByScript && [isIdeograph, isHangul].some((isOf) => units.every(isOf))
}

const isIdeograph = (unit: number): boolean => unit >= 0x4e00 && unit < 0xa000
const isHangul = (unit: number): boolean => unit >= 0xac00 && unit < 0xd7a4
const isPunctuation = (unit: number): boolean =>
  (unit >= 0x20 && unit < 0x40) || (unit >= 0x3000 && unit < 0x3040) || (unit >= 0xff00 && unit < 0xff20)

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
