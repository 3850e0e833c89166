/** A span of a text, in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** Whether a character is one of the given ones. The empty string at the end of a text is not. */
export const isOneOf = (signs: string) => (sign: string) => sign !== '' && signs.includes(sign)

export const isSpace = (sign: string): boolean => sign !== '' && sign.trim() === ''

/** The end of a run of matching characters that starts at `start`. */
export function endOf(text: string, start: number, isPart: (sign: string) => boolean): number {
  let end = start
  while (end < text.length && isPart(text.charAt(end))) end += 1
  return end
}

/** Shifts spans by a distance. */
export const movedBy = <T extends Span>(distance: number, spans: readonly T[]): T[] =>
  spans.map((span) => ({ ...span, start: span.start + distance, end: span.end + distance }))

/** Spans in document order. Of overlapping ones, the first stays; at equal starts, the first given. */
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
 * Looks up the span at a position. Positions must not decrease.
 * @returns a function that returns the end of the span at a position, or `undefined` outside all spans
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

/** The items that start outside all spans, in document order. */
export function outside<T extends { start: number }>(items: readonly T[], spans: readonly Span[]): T[] {
  const endAt = createSpanReader(spans)
  return items.toSorted((a, b) => a.start - b.start).filter(({ start }) => endAt(start) === undefined)
}
