import { deflateSync } from 'node:zlib'

/** A PNG of one colour, different for every colour and size. */
export function picture(
  options: { width?: number; height?: number; colour?: [number, number, number] } = {},
) {
  const { width = 48, height = 32, colour = [20, 120, 90] } = options
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = 1 - 0.45 * ((x + y) / (width + height))
      for (const [channel, value] of colour.entries()) {
        rows[y * (1 + width * 3) + 1 + x * 3 + channel] = Math.round(value * shade)
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(8 + named.length)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(Number(Bun.hash.crc32(named)), 4 + named.length)
  return whole
}
