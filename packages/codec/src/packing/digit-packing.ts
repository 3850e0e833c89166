/**
 * Packs a text as digits of the smallest alphabet that has its characters, without a model (docs/cipher/format.md,
 * "Digits"): hashes, passwords, Base64 and others that no words predict.
 */
import { sharedScratch } from '../unit-scratch.ts'
import { DigitReader, DigitWriter } from './digit-coder.ts'

/** One way to write a text as digits. Each character begins with a digit other than zero, which means the end. */
interface Mode {
  /** The digit that is read first, and its radix. */
  readonly mark: number
  readonly markRadix: number
  /** Writes a text, its last character first; `false` if the mode lacks a character. */
  readonly write: (writer: DigitWriter, text: string) => boolean
  /** Reads one character; -1 if there is none. */
  readonly read: (reader: DigitReader) => number
}

const upTo = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

const decimal = upTo(0x30, 0x39)
const [capitals, letters] = [upTo(0x41, 0x5a), upTo(0x61, 0x7a)]

const modes: readonly Mode[] = [
  { mark: 0, markRadix: 2, write: writeUtf8, read: readUtf8 },
  { mark: 1, markRadix: 4, ...ofAlphabet(upTo(0x20, 0x7e)) },
  { mark: 3, markRadix: 16, ...ofAlphabet(`${decimal} -:/.,+()TZ`) },
  { mark: 7, markRadix: 16, ...ofAlphabet(`${decimal}abcdef-`) },
  { mark: 11, markRadix: 16, ...ofAlphabet(`${decimal}ABCDEF-`) },
  { mark: 15, markRadix: 16, ...ofAlphabet(`${capitals}${letters}${decimal}+/=-_.`) },
]

/** Packs a text of at least one unit in the mode with the fewest bytes, of equal ones the first. */
export function packDigits(text: string): Uint8Array {
  const packed = modes.map((mode) => packInMode(mode, text)).filter((bytes) => bytes !== null)
  return packed.reduce((least, bytes) => (bytes.length < least.length ? bytes : least))
}

function packInMode({ mark, markRadix, write }: Mode, text: string): Uint8Array | null {
  const writer = new DigitWriter()
  return write(writer, text) ? writer.finish(mark, markRadix) : null
}

/** Unpacks bytes; `null` if {@link packDigits} never writes them for a text of at most `maxUnits` units. */
export function unpackDigits(bytes: Uint8Array, maxUnits: number): string | null {
  const reader = new DigitReader(bytes)
  const { markRadix, read } = modes.find(({ mark, markRadix }) => reader.first(markRadix) === mark)!
  reader.readFirst(markRadix)
  const { units, text } = sharedScratch(maxUnits + 1)
  let count = 0
  while (!reader.isAtEnd) {
    const codePoint = read(reader)
    if (codePoint < 0 || count >= maxUnits) return null
    if (codePoint > 0xffff) units[count++] = 0xd800 + ((codePoint - 0x10000) >> 10)
    units[count++] = codePoint > 0xffff ? 0xdc00 + (codePoint & 0x3ff) : codePoint
  }
  if (count > maxUnits) return null
  const unpacked = text(0, count)
  const canonical = packDigits(unpacked)
  return canonical.length === bytes.length && canonical.every((byte, i) => byte === bytes[i])
    ? unpacked
    : null
}

/** The mode of an alphabet of one-unit characters; the digit of a character is its place from 1. */
function ofAlphabet(alphabet: string): Pick<Mode, 'write' | 'read'> {
  const radix = alphabet.length + 1
  const digits = new Uint8Array(128)
  for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i + 1
  return {
    write(writer, text) {
      for (let i = text.length - 1; i >= 0; i--) {
        const digit = digits[text.charCodeAt(i)] ?? 0
        if (digit === 0) return false
        writer.write(digit, radix)
      }
      return true
    },
    read(reader) {
      const digit = reader.read(radix)
      return digit === 0 ? -1 : alphabet.charCodeAt(digit - 1)
    },
  }
}

/** Each character is a lead, which takes the place of UTF-8's first byte, and the rest of its code point. */
const leadRadix = 146
const asciiLeads = 128
const [twoByteLeads, restOfTwoBytes] = [15, 128]
const threeByteLead = asciiLeads + twoByteLeads + 1
const [firstOfTwoBytes, firstOfThreeBytes, firstOfFourBytes] = [0x80, 0x800, 0x10000]
const [restOfThreeBytes, restOfFourBytes] = [firstOfFourBytes - firstOfThreeBytes, 0x100000]

function writeUtf8(writer: DigitWriter, text: string): true {
  for (let i = text.length - 1; i >= 0; i--) {
    let codePoint = text.charCodeAt(i)
    if (i > 0 && text.codePointAt(i - 1)! > 0xffff) codePoint = text.codePointAt(--i)!
    writer.write(writeRest(writer, codePoint), leadRadix)
  }
  return true
}

/** Writes what the lead does not tell, and returns the lead. */
function writeRest(writer: DigitWriter, codePoint: number): number {
  if (codePoint < firstOfTwoBytes) return codePoint + 1
  if (codePoint < firstOfThreeBytes) {
    writer.write(codePoint % restOfTwoBytes, restOfTwoBytes)
    return asciiLeads + Math.floor(codePoint / restOfTwoBytes)
  }
  if (codePoint < firstOfFourBytes) {
    writer.write(codePoint - firstOfThreeBytes, restOfThreeBytes)
    return threeByteLead
  }
  writer.write(codePoint - firstOfFourBytes, restOfFourBytes)
  return threeByteLead + 1
}

function readUtf8(reader: DigitReader): number {
  const lead = reader.read(leadRadix)
  if (lead <= asciiLeads) return lead - 1
  if (lead < threeByteLead) return (lead - asciiLeads) * restOfTwoBytes + reader.read(restOfTwoBytes)
  if (lead === threeByteLead) return firstOfThreeBytes + reader.read(restOfThreeBytes)
  return firstOfFourBytes + reader.read(restOfFourBytes)
}
