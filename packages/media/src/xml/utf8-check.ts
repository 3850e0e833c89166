/**
 * Creates a check that says after each byte whether the text can still be UTF-8 (RFC 3629, section 4: no overlong form,
 * no surrogate, nothing above U+10FFFF). It does not notice a text that ends within a character.
 */
export function createUtf8Check(): (byte: number) => boolean {
  let following = 0
  let lowest = 0x80
  let highest = 0xbf

  function begins(byte: number): boolean {
    if (byte < 0x80) return true
    if (byte < 0xc2 || byte > 0xf4) return false
    following = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    if (byte === 0xe0) lowest = 0xa0
    else if (byte === 0xed) highest = 0x9f
    else if (byte === 0xf0) lowest = 0x90
    else if (byte === 0xf4) highest = 0x8f
    return true
  }

  return (byte) => {
    if (following === 0) return begins(byte)
    const fits = byte >= lowest && byte <= highest
    lowest = 0x80
    highest = 0xbf
    following--
    return fits
  }
}
