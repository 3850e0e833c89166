/** Common Chinese characters in an order that no compressor can use, the same in every run. */
export function chineseText(length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(0x4e00 + ((state >>> 8) % 20_000))
  }).join('')
}
