import { type AddressWords, readIPv4, readIPv6 } from './address-grammar.ts'

/**
 * An IP address in a normalised form for comparison.
 *
 * `words` are four unsigned 32-bit numbers, the highest first; an IPv4 address is the last of them and the other three
 * are 0. `text` is canonical: equal addresses have equal texts (RFC 5952 section 4, without the mixed notation of its
 * section 5). Conversion to a string throws: use `text` for display, and pass the address itself to limits.
 */
export interface Address {
  readonly family: 4 | 6
  readonly words: AddressWords
  readonly text: string
}

class ReadAddress implements Address {
  constructor(
    readonly family: 4 | 6,
    readonly words: AddressWords,
    readonly text: string,
  ) {}

  toString(): never {
    throw new TypeError('An address is no string: take its text.')
  }
}

/**
 * Parses and normalises an address from a peer or a proxy; `undefined` if it is not an address, which callers treat as
 * a refusal.
 *
 * - IPv4 is four decimal numbers of 0 to 255 without leading zeros; no octal, no hexadecimal, no short forms.
 * - IPv6 is RFC 4291 section 2.2 in full, with the embedded IPv4 form. A zone (`%eth0`) is dropped.
 * - An IPv4-mapped address (`::ffff:192.0.2.1`) becomes the IPv4 address.
 * - A NAT64 address (`64:ff9b::/96`, RFC 6052) stays IPv6: a translator can also name private IPv4 addresses, which
 *   must not be mistaken for a trusted neighbour.
 */
export function parseAddress(text: string): Address | undefined {
  const value = readIPv4(text)
  if (value !== undefined) return addressOfIPv4(value)
  const words = readIPv6(text)
  if (words === undefined) return undefined
  return isIPv4Mapped(words) ? addressOfIPv4(words[3]) : addressOfIPv6(words)
}

/** The IPv4 address of an unsigned 32-bit number. */
export function addressOfIPv4(value: number): Address {
  return new ReadAddress(4, [0, 0, 0, value], textOfIPv4(value))
}

/** The IPv6 address of four words. An IPv4-mapped address stays IPv6. */
export function addressOfIPv6(words: AddressWords): Address {
  return new ReadAddress(6, words, textOfIPv6(words))
}

/** Whether four words lie in `::ffff:0:0/96` (RFC 4291 section 2.5.5.2). */
export function isIPv4Mapped(words: AddressWords): boolean {
  return words[0] === 0 && words[1] === 0 && words[2] === 0xffff
}

/** Identifies a location's network, within which people's addresses change: an IPv4 /24, or an IPv6 /48. */
export function networkKey({ family, words }: Address): string {
  if (family === 4) return `${textOfIPv4((words[3] & 0xffffff00) >>> 0)}/24`
  return `${textOfIPv6([words[0], (words[1] & 0xffff0000) >>> 0, 0, 0])}/48`
}

/** Formats an unsigned 32-bit number as a dotted quad. */
function textOfIPv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

/**
 * RFC 5952 section 4: lower case, no leading zeros, the longest run of two or more zero groups (the first of
 * equals) as `::`.
 */
function textOfIPv6(words: AddressWords): string {
  let gapStart = 8
  let gapEnd = 8
  for (let start = 0; start < 8; start++) {
    let end = start
    while (end < 8 && groupOf(words, end) === 0) end++
    if (end - start > Math.max(1, gapEnd - gapStart)) {
      gapStart = start
      gapEnd = end
    }
    if (end > start) start = end
  }

  let text = ''
  for (let index = 0; index < 8; index++) {
    if (index === gapStart) {
      text += '::'
      index = gapEnd - 1
      continue
    }
    if (index > 0 && index !== gapEnd) text += ':'
    text += groupOf(words, index).toString(16)
  }
  return text
}

function groupOf(words: AddressWords, index: number): number {
  const word = words[(index >> 1) as 0 | 1 | 2 | 3]
  return index % 2 === 0 ? word >>> 16 : word & 0xffff
}
