/** Thrown by a package that would go on for ever. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/** What the guards of a woven package have decided. */
export interface Decided {
  true: ReadonlySet<number>
  false: ReadonlySet<number>
  /** How many decisions and calls there were. */
  steps: number
}

/** A guard, and what it decides instead of what is right. */
export interface Turn {
  guard: number
  to: boolean
}

let turned: Turn | undefined
let decided: { true: Set<number>; false: Set<number> } | undefined
let steps = 0
let maxSteps = Number.POSITIVE_INFINITY

/** What woven sources ask: each of their guards with what it would decide, and each of their functions. */
const guards = {
  decide(guard: number, value: unknown): unknown {
    guards.step()
    decided?.[value ? 'true' : 'false'].add(guard)
    if (guard !== turned?.guard) return value
    return turned.to ? value || true : false
  },
  step(): void {
    steps++
    if (steps > maxSteps) throw new TooManySteps()
  },
}
Object.assign(globalThis, { guards })

/** What the guards decide in some work. */
export function recorded(work: () => void): Decided {
  const found = { true: new Set<number>(), false: new Set<number>() }
  decided = found
  steps = 0
  try {
    work()
    return { ...found, steps }
  } finally {
    decided = undefined
  }
}

/**
 * Does some work with a guard that is turned.
 * @throws {TooManySteps}
 */
export function withTurned<T>(turn: Turn, mostSteps: number, work: () => T): T {
  turned = turn
  steps = 0
  maxSteps = mostSteps
  try {
    return work()
  } finally {
    turned = undefined
    maxSteps = Number.POSITIVE_INFINITY
  }
}
