/** Puts the length of a part before it, as four bytes, big-endian. */
export function frame(part: Uint8Array): Uint8Array {
  const framed = new Uint8Array(4 + part.length)
  new DataView(framed.buffer).setUint32(0, part.length)
  framed.set(part, 4)
  return framed
}
