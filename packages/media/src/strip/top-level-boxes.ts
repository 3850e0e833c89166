import type { Box } from '../isobmff/boxes.ts'
import { fourCC, u32be, u64be } from '../numbers.ts'
import type { SourceCursor } from './source.ts'

/** The boxes of a file up to `end`, found by their heads. The file was inspected before. */
export function topLevelBoxes(cursor: SourceCursor, end: number): Box[] {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= end) {
    cursor.offset = start
    const head = cursor.take(8)
    const size = u32be(head, 0)
    const type = fourCC(head, 4)
    const isLarge = size === 1
    const length = isLarge ? u64be(cursor.take(8), 0) : size === 0 ? end - start : size
    boxes.push({ type, start, body: start + (isLarge ? 16 : 8), end: start + length })
    start += length
  }
  return boxes
}
