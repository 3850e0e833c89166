const digit0 = 0x30

/** Writes a whole number that is not negative in decimal digits; returns the offset after them. */
export function writeDecimal(target: Uint8Array, offset: number, number: number): number {
  let last = offset
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) last++
  for (let at = last, rest = number; at >= offset; at--, rest = Math.floor(rest / 10)) {
    target[at] = digit0 + (rest % 10)
  }
  return last + 1
}
