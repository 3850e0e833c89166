/** Decides for the guards of a woven package: as they would, but for one that is turned. */
export interface Switchboard {
  decide(guard: number, value: unknown): unknown
  step(): void
}

export class TooManySteps extends Error {}

export interface Seen {
  true: Set<number>
  false: Set<number>
}

let turned = -1
let turnedTo = false
let steps = 0
let maxSteps = Number.POSITIVE_INFINITY
let seen: Seen | undefined

const board: Switchboard = {
  decide(guard, value) {
    if (++steps > maxSteps) throw new TooManySteps()
    if (seen) seen[value ? 'true' : 'false'].add(guard)
    if (guard !== turned) return value
    return turnedTo ? value || true : false
  },
  step() {
    if (++steps > maxSteps) throw new TooManySteps()
  },
}
Object.assign(globalThis, { guards: board })

export function recorded(work: () => void): { seen: Seen; steps: number } {
  seen = { true: new Set(), false: new Set() }
  steps = 0
  maxSteps = Number.POSITIVE_INFINITY
  turned = -1
  work()
  const found = { seen, steps }
  seen = undefined
  return found
}

export function withTurned<T>(guard: number, to: boolean, most: number, work: () => T): T {
  turned = guard
  turnedTo = to
  steps = 0
  maxSteps = most
  try {
    return work()
  } finally {
    turned = -1
  }
}
