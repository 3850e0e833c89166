import type { Words } from './address-grammar.ts'

/** The dotted quad of an unsigned 32-bit number. */
export function textOfIPv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

/**
 * RFC 5952 section 4: lower case, no leading zeros, the longest run of two or more zero groups (the first of
 * equals) as `::`.
 */
export function textOfIPv6(words: Words): string {
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

function groupOf(words: Words, index: number): number {
  const word = words[(index >> 1) as 0 | 1 | 2 | 3]
  return index % 2 === 0 ? word >>> 16 : word & 0xffff
}
