import { bytesOf, little, type Part } from './bytes.ts'

/** A logical screen with a palette of black and white. */
export function screen(width: number, height: number): Uint8Array {
  return bytesOf('GIF89a', little(2, width), little(2, height), '\x80\0\0', '\0\0\0\xff\xff\xff')
}

/** A frame of one black pixel. */
export function onePixelFrame(left = 0, top = 0): Uint8Array {
  return bytesOf(',', little(2, left), little(2, top), '\x01\0\x01\0\0', '\x02\x02\x44\x01\0')
}

/** Splits `data` into sub-blocks, and ends with an empty one. */
export function subBlocks(data: Uint8Array): Uint8Array {
  const parts: Part[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    parts.push(little(1, block.length), block)
  }
  return bytesOf(parts, '\0')
}

export function comment(text: string): Uint8Array {
  return bytesOf('!\xfe', subBlocks(bytesOf(text)))
}

export function application(name: string, data: Uint8Array): Uint8Array {
  return bytesOf('!\xff\x0b', name, subBlocks(data))
}

export function gif(width: number, height: number, ...blocks: Part[]): Uint8Array {
  return bytesOf(screen(width, height), blocks, ';')
}
