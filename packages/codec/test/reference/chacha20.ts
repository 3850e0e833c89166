/** The ChaCha20 keystream, as RFC 8439 sections 2.1 to 2.4 write it down, with counter 0 and a zero nonce. */

const rotate = (value: number, bits: number): number => ((value << bits) | (value >>> (32 - bits))) >>> 0

function quarterRound(state: number[], a: number, b: number, c: number, d: number): void {
  const step = (into: number, from: number, rotated: number, bits: number) => {
    state[into] = (state[into]! + state[from]!) >>> 0
    state[rotated] = rotate(state[rotated]! ^ state[into]!, bits)
  }
  step(a, b, d, 16)
  step(c, d, b, 12)
  step(a, b, d, 8)
  step(c, d, b, 7)
}

function block(key: Uint8Array, counter: number): number[] {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength)
  const keyWords = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true))
  const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...keyWords, counter, 0, 0, 0]
  const state = [...start]
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) {
      quarterRound(state, column, column + 4, column + 8, column + 12)
    }
    for (let diagonal = 0; diagonal < 4; diagonal++) {
      const at = (row: number) => 4 * row + ((diagonal + row) % 4)
      quarterRound(state, at(0), at(1), at(2), at(3))
    }
  }
  return state.flatMap((word, i) => {
    const sum = (word + start[i]!) >>> 0
    return [sum & 255, (sum >>> 8) & 255, (sum >>> 16) & 255, sum >>> 24]
  })
}

export function referenceKeystream(key: Uint8Array, length: number): number[] {
  const bytes: number[] = []
  for (let counter = 0; bytes.length < length; counter++) bytes.push(...block(key, counter))
  return bytes.slice(0, length)
}
