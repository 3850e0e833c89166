/**
 * The classic encoding as its public ports write it: text to hexadecimal, a loop over the digits that appends
 * two symbols each, and back with a search for every symbol.
 */
export function encodePerSymbol(symbols: readonly string[], text: string): string {
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0')
  let cipher = ''
  for (let i = 0; i < hex.length; i++) {
    let moved = Number.parseInt(hex.charAt(i), 16) + (i % 16)
    if (moved >= 16) moved -= 16
    cipher += symbols[Math.floor(moved / 4)]!
    cipher += symbols[moved % 4]!
  }
  return symbols[3]! + symbols[1]! + symbols[0]! + cipher + symbols[2]!
}

export function decodePerSymbol(symbols: readonly string[], cipher: string): string {
  const body = cipher.slice(3, -1)
  let hex = ''
  for (let i = 0; i <= body.length - 2; i += 2) {
    let nibble = symbols.indexOf(body.charAt(i)) * 4 + symbols.indexOf(body.charAt(i + 1)) - ((i / 2) % 16)
    if (nibble < 0) nibble += 16
    hex += nibble.toString(16)
  }
  let text = ''
  for (let i = 0; i < hex.length; i += 4)
    text += String.fromCharCode(Number.parseInt(hex.slice(i, i + 4), 16))
  return text
}
