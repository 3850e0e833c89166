/** The longest body that is parsed as it comes: whatever stands in it, that takes a few milliseconds. */
const unquestionedBytes = 65_536

/** The most bytes outside of strings; the bodies of this service have some dozens and a long string. */
const maxStructureBytes = 65_536

/** The most quotation marks: the longest cipher may consist of them. */
const maxQuotes = 250_000

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text is mostly strings, so that parsing it takes time in proportion to copying it. Parsing
 * two million brackets or keys takes half a second, in which nobody else is served.
 */
export function hasBoundedStructure(json: Uint8Array): boolean {
  if (json.length <= unquestionedBytes) return true
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let structureBytes = 0
  let quotes = 0
  let inString = false
  for (let at = 0; ; ) {
    const found = bytes.indexOf(quote, at)
    if (!inString) structureBytes += (found < 0 ? bytes.length : found) - at
    if (structureBytes > maxStructureBytes || ++quotes > maxQuotes) return false
    if (found < 0) return true
    if (!inString || !isEscaped(bytes, found)) inString = !inString
    at = found + 1
  }
}

/** Whether an odd number of backslashes stands before; of those between two quotation marks each is seen once. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at
  while (before > 0 && bytes[before - 1] === backslash) before--
  return (at - before) % 2 === 1
}
