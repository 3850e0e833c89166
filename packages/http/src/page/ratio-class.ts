const narrowest = 0.5
const step = 1.07
const widestStep = 26

/**
 * The class that gives a picture's place its shape before it has come, as no style may stand in a page itself. Shapes
 * are 7 % apart, so that at most 3.5 % of a picture are cut off; what is very wide or high is cut to the last of them.
 */
export function ratioClass({ width, height }: { width: number; height: number }): string {
  const steps = Math.round(Math.log(width / height / narrowest) / Math.log(step))
  return `ratio-${Math.min(Math.max(steps, 0), widestStep)}`
}

/** The rules of these classes, each of which sets `--ratio`. */
export const ratioRules = Array.from(
  { length: widestStep + 1 },
  (_, steps) => `.ratio-${steps} { --ratio: ${(narrowest * step ** steps).toPrecision(3)}; }`,
).join('\n')
