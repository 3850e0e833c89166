/*
 * Asks the shared limit for one client, and stands still for 300 to 800 ms after each round of calls:
 *
 *   bun busy-process.ts URL KEY_PREFIX LIMIT ROUNDS CALLS_OF_A_ROUND
 *
 * Prints a {@link BusyReport}.
 */
import { counted } from '@pictoglyph/site/conformance/counted'
import { LimiterBusy } from '../../src/limiter-busy.ts'
import { createMemoryLimiter } from '../../src/memory.ts'
import { createRedisLimiter } from '../../src/redis.ts'
import { createFallbackLimiter } from '../../src/with-local-fallback.ts'

/** What a busy process saw. */
export interface BusyReport {
  readonly accepted: number
  readonly refused: number
  readonly undecided: number
  /** Why it fell back. */
  readonly degradations: readonly string[]
}

const [url = '', keyPrefix = '', limit, rounds, calls] = process.argv.slice(2)
const degradations: string[] = []
const limiter = createFallbackLimiter({
  primary: createRedisLimiter({ url, keyPrefix }),
  local: createMemoryLimiter(),
  onDegraded: (cause) => degradations.push(Bun.inspect(cause)),
})

/** Whether a request is accepted; `undefined` if the limiter is too busy to decide. */
async function isAccepted(): Promise<boolean | undefined> {
  try {
    return (await limiter.take(counted('caller'), Number(limit))).accepted
  } catch (error) {
    if (error instanceof LimiterBusy) return undefined
    throw error
  }
}

function standStill(durationMs: number): void {
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs);
}

const asked: Promise<boolean | undefined>[] = []
for (let round = 0; round < Number(rounds); round++) {
  for (let call = 0; call < Number(calls); call++) asked.push(isAccepted())
  standStill(300 + Math.random() * 500)
  await Bun.sleep(Math.random() * 20)
}
const outcomes = await Promise.all(asked)
await limiter.close()
const count = (outcome: boolean | undefined) => outcomes.filter((one) => one === outcome).length
const report: BusyReport = {
  accepted: count(true),
  refused: count(false),
  undecided: count(undefined),
  degradations,
}
console.log(JSON.stringify(report))
