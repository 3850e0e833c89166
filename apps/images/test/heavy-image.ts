import { constants, deflateRawSync } from 'node:zlib'
import { joined, pngChunk, pngHeader, pngSignature } from './sample-image.ts'

const segmentBytes = 1 << 20

/**
 * A black PNG of some hundred kilobytes. A decoder must hold it whole, at eight bytes per pixel, because its rows are
 * interlaced.
 */
export function heavyPng(side: number): Uint8Array<ArrayBuffer> {
  const header = pngHeader({ width: side, height: side, depth: 16, colourType: 6, interlaced: true })
  return joined([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', zlibOfZeros(interlacedBytes(side))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Adam7 (PNG, section 8.2): each pass has its own rows, each with a filter byte. */
function interlacedBytes(side: number): number {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((side - x) / stepX), Math.ceil((side - y) / stepY)]
    return sum + rows * (1 + columns * 8)
  }, 0)
}

/** A zlib stream (RFC 1950) of zeros, joined from copies of one flushed block. */
function zlibOfZeros(count: number): Uint8Array {
  const whole = deflateRawSync(new Uint8Array(segmentBytes), { finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(new Uint8Array(count % segmentBytes))
  const segments = Array.from({ length: Math.floor(count / segmentBytes) }, () => whole)
  const adler = new DataView(new ArrayBuffer(4))
  adler.setUint16(0, count % 65_521)
  adler.setUint16(2, 1)
  return joined([Uint8Array.of(0x78, 0x9c), ...segments, rest, new Uint8Array(adler.buffer)])
}
