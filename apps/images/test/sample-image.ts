import { deflateSync } from 'node:zlib'

/** A small PNG of one colour, a different file for every number up to 2^24. */
export function pngOf(colour: number, width = 3, height = 2): Uint8Array<ArrayBuffer> {
  const row = [
    0,
    ...Array.from({ length: width }, () => [colour >> 16, colour >> 8, colour].map(lowByte)).flat(),
  ]
  const pixels = deflateSync(Uint8Array.from(Array.from({ length: height }, () => row).flat()))
  return joined([
    pngSignature,
    pngChunk('IHDR', pngHeader({ width, height, depth: 8, colourType: 2, interlaced: false })),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** The same as a form's file. */
export function pngFile(colour: number, name = 'picture.png'): File {
  return new File([pngOf(colour)], name, { type: 'image/png' })
}

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** The data of an IHDR chunk. */
export function pngHeader(png: {
  width: number
  height: number
  depth: number
  colourType: number
  interlaced: boolean
}): Uint8Array {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, png.width)
  header.setUint32(4, png.height)
  header.setUint8(8, png.depth)
  header.setUint8(9, png.colourType)
  header.setUint8(12, png.interlaced ? 1 : 0)
  return new Uint8Array(header.buffer)
}

/** A chunk with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined([new TextEncoder().encode(type), data])
  return joined([bigEndian(data.length), body, bigEndian(Bun.hash.crc32(body))])
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(lowByte(value >>> 24), lowByte(value >>> 16), lowByte(value >>> 8), lowByte(value))
}

function lowByte(value: number): number {
  return value & 0xff
}

/** Joins all parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
