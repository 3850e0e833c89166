import { big, bytesOf, little, type Part } from './bytes.ts'

/** A directory entry: tag, type (2 text, 3 short, 4 long, 5 rational, 7 bytes), count and data of any length. */
export interface Entry {
  tag: number
  type: number
  count: number
  data: Uint8Array | Directory
}

export interface Directory {
  entries: Entry[]
  next?: Directory
}

const order = { II: little, MM: big }

/** An EXIF block without JPEG's mark: a TIFF header, its directories and their values. */
export function tiff(root: Directory, endian: 'II' | 'MM' = 'II'): Uint8Array {
  const number = order[endian]
  const pieces: Uint8Array[] = [bytesOf(endian, number(2, 42), number(4, 8))]
  let end = 8

  function reserve(length: number): { at: number; index: number } {
    const at = end
    end += length + (length & 1)
    return { at, index: pieces.push(new Uint8Array(length + (length & 1))) - 1 }
  }

  function fill(index: number, ...parts: Part[]): void {
    pieces[index]!.set(bytesOf(...parts))
  }

  function place(directory: Directory): number {
    const { at, index } = reserve(2 + directory.entries.length * 12 + 4)
    const rows = directory.entries.map(({ tag, type, count, data }) => {
      const head = [number(2, tag), number(2, type), number(4, count)]
      if (!(data instanceof Uint8Array)) return [head, number(4, place(data))]
      if (data.length <= 4) return [head, data, new Uint8Array(4 - data.length)]
      const value = reserve(data.length)
      fill(value.index, data)
      return [head, number(4, value.at)]
    })
    const next = directory.next ? place(directory.next) : 0
    fill(index, number(2, directory.entries.length), rows, number(4, next))
    return at
  }

  place(root)
  return bytesOf(pieces)
}

export function short(tag: number, value: number, endian: 'II' | 'MM' = 'II'): Entry {
  return { tag, type: 3, count: 1, data: order[endian](2, value) }
}

export function text(tag: number, value: string): Entry {
  return { tag, type: 2, count: value.length + 1, data: bytesOf(value, '\0') }
}
