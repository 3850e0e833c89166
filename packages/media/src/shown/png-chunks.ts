import { crc32 } from '../crc32.ts'
import { fourCC, u32be } from '../numbers.ts'

/** A chunk of a PNG in memory. */
export interface PngChunk {
  name: string
  data: Uint8Array
  /** Whether its checksum is right. Picture data is not verified, because every browser displays it anyway. */
  isIntact: boolean
}

const signatureLength = 8
const unverified = new Set(['IDAT', 'fdAT'])

/** Reads the chunks of a PNG up to its end; the last may be cut short. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  for (let at = signatureLength; at + 8 <= bytes.length; ) {
    const length = u32be(bytes, at)
    const name = fourCC(bytes, at + 4)
    const end = at + 8 + length
    const isWhole = end + 4 <= bytes.length
    const isIntact = unverified.has(name) || (isWhole && crc32(bytes, at + 4, end) === u32be(bytes, end))
    yield { name, data: bytes.subarray(at + 8, Math.min(end, bytes.length)), isIntact }
    if (name === 'IEND') return
    at = end + 4
  }
}

/** Joins chunks to a PNG, each with its checksum. */
export function writePng(chunks: readonly Omit<PngChunk, 'isIntact'>[]): Uint8Array {
  const total = chunks.reduce((sum, { data }) => sum + 12 + data.length, signatureLength)
  const png = new Uint8Array(total)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(png.buffer)
  let at = signatureLength
  for (const { name, data } of chunks) {
    view.setUint32(at, data.length)
    for (let index = 0; index < 4; index++) png[at + 4 + index] = name.charCodeAt(index)
    png.set(data, at + 8)
    const end = at + 8 + data.length
    view.setUint32(end, crc32(png, at + 4, end))
    at = end + 4
  }
  return png
}
