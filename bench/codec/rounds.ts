/** One way of doing something, timed beside its counterparts. */
interface Contestant {
  readonly name: string
  /** Does it once; what it returns is consumed, so that it cannot be optimised away. */
  readonly run: () => { readonly length: number } | number
}

/** Microseconds a call: the median of the rounds, and the least and the most of them. */
export interface Timing {
  readonly name: string
  readonly medianUs: number
  readonly minUs: number
  readonly maxUs: number
}

let consumed = 0

/** Times the contestants in turns, round after round, so that what disturbs the machine disturbs all alike. */
export function timeInTurns(
  contestants: readonly Contestant[],
  { rounds = 21, roundMs = 30 } = {},
): Timing[] {
  const calls = contestants.map((contestant) => callsWithin(contestant, roundMs))
  const times = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    contestants.forEach((contestant, i) => {
      times[i]!.push(microsecondsPerCall(contestant, calls[i]!))
    })
  }
  return contestants.map(({ name }, i) => {
    const sorted = times[i]!.toSorted((a, b) => a - b)
    return { name, medianUs: sorted[rounds >> 1]!, minUs: sorted[0]!, maxUs: sorted[rounds - 1]! }
  })
}

/** How many calls take about a round; finding out also warms the code up. */
function callsWithin(contestant: Contestant, roundMs: number): number {
  for (let calls = 1; ; calls *= 2) {
    const takenMs = (microsecondsPerCall(contestant, calls) * calls) / 1000
    if (takenMs >= roundMs) return calls
  }
}

function microsecondsPerCall({ run }: Contestant, calls: number): number {
  const startNs = Bun.nanoseconds()
  for (let i = 0; i < calls; i++) {
    const result = run()
    consumed += typeof result === 'number' ? result : result.length
  }
  return (Bun.nanoseconds() - startNs) / 1000 / calls
}

/** What the contestants' results added up to: printed, so that they are used. */
export const consumedTotal = (): number => consumed
