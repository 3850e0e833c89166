/** A span of a text: UTF-16 code units from its beginning. */
export interface Span {
  start: number
  end: number
}

export const isSpace = (sign: string): boolean => sign !== '' && sign.trim() === ''

/** Spans moved by a distance. */
export const movedBy = <T extends Span>(distance: number, spans: readonly T[]): T[] =>
  spans.map((span) => ({ ...span, start: span.start + distance, end: span.end + distance }))

/** Spans in the order of the document, each place once: the first that was given counts. */
export function inOrderOfPlace<T extends Span>(spans: readonly T[]): T[] {
  const kept: T[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1)
    if (last === undefined || span.start >= last.end) kept.push(span)
  }
  return kept
}

/**
 * Looks up spans for a position that never decreases.
 * @returns a function that gives the end of a span at a position, or `undefined` outside of all
 */
export function createSpanReader(spans: readonly Span[]): (at: number) => number | undefined {
  const sorted = spans.toSorted((a, b) => a.start - b.start)
  let next = 0
  return (at) => {
    while ((sorted[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const span = sorted[next]
    return span !== undefined && span.start <= at ? span.end : undefined
  }
}

/** Those that begin in none of the spans, in their order. */
export function outside<T extends { start: number }>(items: readonly T[], spans: readonly Span[]): T[] {
  const endAt = createSpanReader(spans)
  return items.toSorted((a, b) => a.start - b.start).filter(({ start }) => endAt(start) === undefined)
}
