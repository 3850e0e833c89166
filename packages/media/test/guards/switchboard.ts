/** Thrown by a package that would go on for ever. */
class TooManySteps extends Error {
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

/** Turns a guard until it is disposed of. After so many steps, the package throws {@link TooManySteps}. */
export function turn(one: Turn, bound: number): Disposable {
  turned = one
  steps = 0
  maxSteps = bound
  return {
    [Symbol.dispose]() {
      turned = undefined
      maxSteps = Number.POSITIVE_INFINITY
    },
  }
}
