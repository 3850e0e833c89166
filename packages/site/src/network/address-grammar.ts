/** An address as four unsigned 32-bit numbers, the highest first. */
export type AddressWords = readonly [number, number, number, number]

const DOT = 0x2e
const COLON = 0x3a
const maxIPv4Length = '255.255.255.255'.length
const maxIPv6Length = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length
const zone = /^[\w.:~-]{1,64}$/

/**
 * Parses a dotted quad from `start` to the end of `text`: four decimal numbers of 0 to 255, without leading zeros (RFC
 * 3986 section 3.2.2, `IPv4address`). Returns `undefined` for anything else.
 */
export function readIPv4(text: string, start = 0): number | undefined {
  const end = text.length
  if (end - start > maxIPv4Length) return undefined
  let value = 0
  let octet = -1
  let dots = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (octet < 0 || dots === 3) return undefined
      value = value * 256 + octet
      octet = -1
      dots++
      continue
    }
    const digit = code - 0x30
    if (digit < 0 || digit > 9 || octet === 0) return undefined
    octet = octet < 0 ? digit : octet * 10 + digit
    if (octet > 255) return undefined
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : undefined
}

/**
 * Parses an IPv6 address (RFC 4291 section 2.2): groups of one to four hexadecimal digits, `::` at most once and for at
 * least one group, the last 32 bits optionally as a dotted quad. A zone after `%` (RFC 4007 section 11) must be
 * well-formed, and is dropped. Returns `undefined` for anything else.
 */
export function readIPv6(text: string): AddressWords | undefined {
  const percent = text.indexOf('%')
  if (percent < 0) return readGroups(text)
  return zone.test(text.slice(percent + 1)) ? readGroups(text.slice(0, percent)) : undefined
}

function readGroups(text: string): AddressWords | undefined {
  const end = text.length
  if (end < 2 || end > maxIPv6Length) return undefined
  const groups: number[] = []
  let gap = -1
  let at = 0
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return undefined
    gap = 0
    at = 2
  }
  while (at < end) {
    const groupStart = at
    let group = 0
    let code = 0
    for (; at < end; at++) {
      code = text.charCodeAt(at)
      const digit = hexDigit(code)
      if (digit < 0) break
      group = group * 16 + digit
    }
    if (at < end && code === DOT) {
      const quad = readIPv4(text, groupStart)
      if (quad === undefined) return undefined
      groups.push(quad >>> 16, quad & 0xffff)
      break
    }
    if (at === groupStart || at - groupStart > 4 || groups.length === 8) return undefined
    groups.push(group)
    if (at === end) break
    if (code !== COLON || ++at === end) return undefined
    if (text.charCodeAt(at) === COLON) {
      if (gap >= 0) return undefined
      gap = groups.length
      at++
    }
  }
  return fillGap(groups, gap)
}

function fillGap(groups: number[], gap: number): AddressWords | undefined {
  const missing = 8 - groups.length
  if (gap < 0 ? missing !== 0 : missing < 1) return undefined
  const words: [number, number, number, number] = [0, 0, 0, 0]
  for (let index = 0; index < groups.length; index++) {
    const place = gap < 0 || index < gap ? index : index + missing
    words[place >> 1]! += place % 2 === 0 ? groups[index]! * 0x10000 : groups[index]!
  }
  return words
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
