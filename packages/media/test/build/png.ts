import { crc32, deflateSync } from 'node:zlib'
import { big, bytesOf, type Part } from './bytes.ts'

export const pngSignature = '\x89PNG\r\n\x1a\n'

export function chunk(name: string, ...data: Part[]): Uint8Array {
  const body = bytesOf(...data)
  const covered = bytesOf(name, body)
  return bytesOf(big(4, body.length), covered, big(4, crc32(covered)))
}

export function header(width: number, height: number, depth = 8, colourType = 2): Uint8Array {
  return chunk('IHDR', big(4, width), big(4, height), big(1, depth), big(1, colourType), '\0\0\0')
}

/** Packed rows of black RGB pixels. */
export function blackPixels(width: number, height: number): Uint8Array {
  return new Uint8Array(deflateSync(new Uint8Array((1 + width * 3) * height)))
}

export const imageEnd = chunk('IEND')

/** A black RGB picture with `extra` chunks between header and pixels. */
export function png(width: number, height: number, ...extra: Part[]): Uint8Array {
  const pixels = chunk('IDAT', blackPixels(width, height))
  return bytesOf(pngSignature, header(width, height), extra, pixels, imageEnd)
}

function frameControl(sequence: number, width: number, height: number): Uint8Array {
  return chunk('fcTL', big(4, sequence), big(4, width), big(4, height), big(8, 0), '\0\x01\0\x0a\0\0')
}

/** An APNG of `frames` black frames. */
export function apng(width: number, height: number, frames: number, declared = frames): Uint8Array {
  const parts: Part[] = [chunk('acTL', big(4, declared), big(4, 0)), frameControl(0, width, height)]
  parts.push(chunk('IDAT', blackPixels(width, height)))
  for (let frame = 1; frame < frames; frame++) {
    parts.push(frameControl(frame * 2 - 1, width, height))
    parts.push(chunk('fdAT', big(4, frame * 2), blackPixels(width, height)))
  }
  return bytesOf(pngSignature, header(width, height), parts, imageEnd)
}
