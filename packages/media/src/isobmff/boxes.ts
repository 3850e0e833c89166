import type { ByteSpan } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import { fourCC, u32be, u64be } from '../numbers.ts'

/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2), as positions in the bytes that hold it. */
export interface Box {
  type: string
  /** Start of its head. */
  start: number
  /** Start of its content. */
  body: number
  end: number
}

/**
 * Limit of boxes in one box, records in a table, or parts of an item. Honest files have a few dozen; a sequence has
 * one per frame.
 */
export const maxParts = 20_000

/** Bytes in memory that begin at `offset` of the file. */
export interface Region {
  bytes: Uint8Array
  offset: number
}

/**
 * Lists the boxes that fill `region` from `from` to `to`.
 * @throws {MediaFailure} MALFORMED if a box exceeds it, or there are more than {@link maxParts}
 */
export function boxesIn(region: Region, from: number, to: number): Box[] {
  const { bytes } = region
  const boxes: Box[] = []
  let start = from
  while (start < to) {
    if (start + 8 > to) throw broken(region, start, 'There is no room for a box')
    const size = u32be(bytes, start)
    const isLarge = size === 1
    const body = start + (isLarge ? 16 : 8)
    if (body > to) throw broken(region, start, 'There is no room for a box')
    const end = isLarge ? start + u64be(bytes, start + 8) : size === 0 ? to : start + size
    const type = fourCC(bytes, start + 4)
    if (end < body || end > to) throw broken(region, start, 'A box reaches beyond what holds it')
    if (boxes.length === maxParts) throw broken(region, start, `It has more than ${maxParts} boxes in one`)
    boxes.push({ type, start, body, end })
    start = end
  }
  return boxes
}

/** Position of the writing program's name in an `hdlr` box (ISO/IEC 14496-12, 8.4.3). */
export function handlerName({ body, end }: Box): ByteSpan {
  return { from: Math.min(body + 24, end), to: end }
}

/** Reads the fields of one box in order, within its end. */
export interface Fields {
  /** Position of the next field. */
  readonly at: number
  readonly left: number
  /** Reads an unsigned number of 0, 1, 2, 4 or 8 bytes; 0 for no bytes. */
  number(size: number): number
  skip(count: number): void
}

/** @throws {MediaFailure} MALFORMED, from every method that would read past `to` */
export function createFields(region: Region, from: number, to: number): Fields {
  const { bytes } = region
  let at = from

  function advance(count: number): number {
    if (at + count > to) throw broken(region, at, 'A box ends in the middle of a field')
    at += count
    return at - count
  }

  return {
    get at() {
      return at
    },
    get left() {
      return to - at
    },
    number(size) {
      const position = advance(size)
      let value = 0
      for (let index = 0; index < size; index++) value = value * 256 + bytes[position + index]!
      return value
    },
    skip(count) {
      advance(count)
    },
  }
}

/** The MALFORMED failure at a position of `region`, with its offset in the file. */
export function broken(region: Region, at: number, reason: string): MediaFailure {
  return new MediaFailure('MALFORMED', reason, region.offset + at)
}
