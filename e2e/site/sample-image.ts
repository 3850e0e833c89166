import { deflateSync } from 'node:zlib'

/** A valid PNG of about so many bytes, the same for the same seed and different for any other. */
export function sampleImage(seed: number, sizeBytes = 2_000): Uint8Array<ArrayBuffer> {
  const width = Math.max(4, Math.round(Math.sqrt(sizeBytes / 3)))
  const height = Math.max(4, Math.round(sizeBytes / 3 / width))
  const rows = new Uint8Array(height * (1 + width * 3))
  const random = createRandom(seed)
  for (let index = 0; index < rows.length; index++) {
    // The first byte of each row names its filter; 0 is none.
    rows[index] = index % (1 + width * 3) === 0 ? 0 : random()
  }
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, 8)
  header.setUint8(9, 2)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return concatenated([
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** Bytes that look random, the same for the same seed (xorshift32). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 8) & 0xff
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = concatenated([new TextEncoder().encode(type), data])
  const bytes = new Uint8Array(named.length + 8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(named, 4)
  view.setUint32(bytes.length - 4, Bun.hash.crc32(named))
  return bytes
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
