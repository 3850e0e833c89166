/** The classic encoding, symbol by symbol, as its definition reads. */

export function referenceClassicEncode(symbols: readonly string[], text: string): string {
  const nibbles: number[] = []
  for (let i = 0; i < text.length; i++) {
    const hex = text.charCodeAt(i).toString(16).padStart(4, '0')
    for (const digit of hex) nibbles.push(Number.parseInt(digit, 16))
  }
  const body = nibbles.map((nibble, k) => {
    const moved = (nibble + k) % 16
    return symbols[Math.floor(moved / 4)]! + symbols[moved % 4]!
  })
  return [symbols[3], symbols[1], symbols[0], ...body, symbols[2]].join('')
}

export function referenceClassicDecode(symbols: readonly string[], cipher: string): string {
  const values = Array.from(cipher).map((symbol) => symbols.indexOf(symbol))
  const body = values.slice(3, -1)
  let text = ''
  for (let unit = 0; unit < body.length / 8; unit++) {
    let hex = ''
    for (let n = 0; n < 4; n++) {
      const k = 4 * unit + n
      const moved = 4 * body[2 * k]! + body[2 * k + 1]!
      hex += ((((moved - k) % 16) + 16) % 16).toString(16)
    }
    text += String.fromCharCode(Number.parseInt(hex, 16))
  }
  return text
}
