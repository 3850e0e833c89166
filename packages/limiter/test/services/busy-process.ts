/*
 * Asks the shared limit for one client, and stands still for 300 to 800 ms after each round of calls:
 *
 *   bun busy-process.ts URL KEY_PREFIX LIMIT ROUNDS CALLS_OF_A_ROUND
 *
 * Prints a {@link BusyReport}.
 */
import { counted } from '@pictoglyph/site/conformance/counted'
import { createMemoryLimiter } from '../../src/memory.ts'
import { createRedisLimiter } from '../../src/redis.ts'
import { createFallbackLimiter } from '../../src/with-local-fallback.ts'

/** What a busy process saw. */
export interface BusyReport {
  readonly decided: number
  readonly accepted: number
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

function standStill(durationMs: number): void {
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs);
}

const verdicts = []
for (let round = 0; round < Number(rounds); round++) {
  for (let call = 0; call < Number(calls); call++)
    verdicts.push(limiter.take(counted('caller'), Number(limit)))
  standStill(300 + Math.random() * 500)
  await Bun.sleep(Math.random() * 20)
}
const decided = await Promise.all(verdicts)
await limiter.close()
const accepted = decided.filter((verdict) => verdict.accepted).length
console.log(JSON.stringify({ decided: decided.length, accepted, degradations } satisfies BusyReport))
