/** Bytes `from` up to `to`. */
export interface Range {
  from: number
  to: number
}

/** The same bytes as ranges in order that neither touch nor overlap. */
export function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const { from, to } of ranges
    .filter((range) => range.to > range.from)
    .sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** The bytes of `ranges` that are not in `kept`, as ranges in order. */
export function subtract(ranges: Range[], kept: Range[]): Range[] {
  const result: Range[] = []
  const holes = merged(kept)
  let hole = 0
  for (const { from, to } of merged(ranges)) {
    let at = from
    while (hole < holes.length && holes[hole]!.to <= at) hole++
    for (let next = hole; next < holes.length && holes[next]!.from < to; next++) {
      if (holes[next]!.from > at) result.push({ from: at, to: holes[next]!.from })
      at = Math.max(at, holes[next]!.to)
    }
    if (at < to) result.push({ from: at, to })
  }
  return result
}

/** The bytes that are in both. */
export function intersect(ranges: Range[], others: Range[]): Range[] {
  return subtract(ranges, subtract(ranges, others))
}

/** Whether any byte `from` up to `to` is in `ranges`, which are merged. */
export function touches(ranges: Range[], from: number, to: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.to <= from) low = middle + 1
    else high = middle
  }
  const next = ranges[low]
  return next !== undefined && next.from < to
}
