import { big, bytesOf, type Part } from './bytes.ts'

export function segment(code: number, ...data: Part[]): Uint8Array {
  const body = bytesOf(...data)
  return bytesOf('\xff', big(1, code), big(2, body.length + 2), body)
}

/** Inserts segments right after a JPEG's start. */
export function withSegments(jpeg: Uint8Array, ...segments: Part[]): Uint8Array {
  return bytesOf(jpeg.subarray(0, 2), segments, jpeg.subarray(2))
}

/** One of Photoshop's image resources. */
export function photoshopResource(id: number, ...data: Part[]): Uint8Array {
  const body = bytesOf(...data)
  return bytesOf('8BIM', big(2, id), '\0\0', big(4, body.length), body, body.length % 2 === 1 ? '\0' : '')
}

/** A dataset of IPTC's record 2. */
export function iptcDataset(number: number, text: string): Uint8Array {
  return bytesOf('\x1c\x02', big(1, number), big(2, text.length), text)
}
