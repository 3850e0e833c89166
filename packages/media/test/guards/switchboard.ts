/** Thrown if a package would run for ever. */
class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/** The decisions of an instrumented package's guards. */
export interface Decided {
  true: ReadonlySet<number>
  false: ReadonlySet<number>
  /** Number of decisions and calls. */
  steps: number
}

/** A guard, and its wrong decision. */
export interface Turn {
  guard: number
  to: boolean
}

let turned: Turn | undefined
let decided: { true: Set<number>; false: Set<number> } | undefined
let steps = 0
let maxSteps = Number.POSITIVE_INFINITY

/** Called by instrumented sources: for each guard with its correct decision, and for each function call. */
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

/** Records the guards' decisions during some work. */
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

/** Flips a guard until disposed of. After `bound` steps, the package throws {@link TooManySteps}. */
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
