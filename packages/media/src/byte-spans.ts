import type { ByteSpan } from './facts.ts'

/** Merges spans: the same bytes in order, without overlapping or touching spans. */
export function merged(spans: ByteSpan[]): ByteSpan[] {
  const result: ByteSpan[] = []
  for (const { from, to } of spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Sums the lengths of spans; a byte in several spans counts several times. */
export function byteLength(spans: readonly ByteSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The bytes of `spans` outside `kept`, as spans in order. */
export function subtract(spans: ByteSpan[], kept: ByteSpan[]): ByteSpan[] {
  const result: ByteSpan[] = []
  const holes = merged(kept)
  let hole = 0
  for (const { from, to } of merged(spans)) {
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

/** The bytes in both, as spans in order. */
export function intersect(spans: ByteSpan[], others: ByteSpan[]): ByteSpan[] {
  return subtract(spans, subtract(spans, others))
}

/** Whether a byte from `from` up to `to` is in `spans`, which are merged. */
export function touches(spans: ByteSpan[], from: number, to: number): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.to <= from) low = middle + 1
    else high = middle
  }
  const next = spans[low]
  return next !== undefined && next.from < to
}
