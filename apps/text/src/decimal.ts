const digit0 = 0x30
const point = 0x2e

/** Writes a whole number that is not negative in decimal digits; returns the offset after them. */
export function writeDecimal(target: Uint8Array, offset: number, number: number): number {
  let last = offset
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) last++
  for (let at = last, rest = number; at >= offset; at--, rest = Math.floor(rest / 10)) {
    target[at] = digit0 + (rest % 10)
  }
  return last + 1
}

/** Writes a whole number of thousandths as a decimal number with three decimals; returns the offset after it. */
export function writeThousandths(target: Uint8Array, offset: number, thousandths: number): number {
  let at = writeDecimal(target, offset, Math.floor(thousandths / 1000))
  target[at++] = point
  target[at++] = digit0 + (Math.floor(thousandths / 100) % 10)
  target[at++] = digit0 + (Math.floor(thousandths / 10) % 10)
  target[at++] = digit0 + (thousandths % 10)
  return at
}
