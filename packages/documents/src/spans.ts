/** A span of a text: UTF-16 code units from its beginning. */
export interface Span {
  start: number
  end: number
}

/** Whether it is one of the signs; the end of a text is none. */
export const isOneOf = (signs: string) => (sign: string) => sign !== '' && signs.includes(sign)

export const isSpace = (sign: string): boolean => sign !== '' && sign.trim() === ''

/** Where signs of a kind end that begin at a place. */
export function endOf(text: string, start: number, isPart: (sign: string) => boolean): number {
  let end = start
  while (end < text.length && isPart(text.charAt(end))) end += 1
  return end
}

/** Spans moved by a distance. */
export const movedBy = <T extends Span>(distance: number, spans: readonly T[]): T[] =>
  spans.map((span) => ({ ...span, start: span.start + distance, end: span.end + distance }))

/** Spans in the order of the document, each place once: the first that was given counts. */
export function inOrderOfPlace<T extends Span>(spans: readonly T[]): T[] {
  let end = 0
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter((span) => {
      if (span.start < end) return false
      end = span.end
      return true
    })
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
