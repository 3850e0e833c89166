/** A segment of a JPEG: its marker, its length and its data, which begins with `name`. */
export function jpegSegment(code: number, name: string, data: Uint8Array): Uint8Array {
  const length = 2 + name.length + data.length
  const segment = new Uint8Array(2 + length)
  segment.set([0xff, code, length >> 8, length & 255])
  for (let index = 0; index < name.length; index++) segment[4 + index] = name.charCodeAt(index)
  segment.set(data, 4 + name.length)
  return segment
}

/** Bytes of a segment's marker and length. */
export const jpegSegmentHead = 4
