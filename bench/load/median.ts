/** The middle of some figures; NaN of none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
}

/** The median with the lowest and the highest: `1.85 (1.80–1.88)`. */
export function medianAndSpread(figures: readonly number[], digits: number): string {
  const [middle, lowest, highest] = [median(figures), Math.min(...figures), Math.max(...figures)].map(
    (figure) => figure.toFixed(digits),
  )
  return `${middle} (${lowest}–${highest})`
}
