import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import {
  type Counted,
  type CountedKey,
  countedKey,
  type Limiter,
  type LimitPurpose,
  type LimitVerdict,
} from '@pictoglyph/site/access/limiter'
import { createClientQueue } from './client-queue.ts'
import { createClientRows, floatsInRow, refusedLimit, refusedUntilMs } from './client-rows.ts'
import { createSpanTable } from './span-table.ts'

const FORGOTTEN_PER_TAKE = 4

/** The clock and the sizes of a memory limiter. */
export interface MemoryLimiterOptions {
  /**
   * Milliseconds since any start, to measure spans. Monotonic by default. If it is set back, spans stand still until
   * it catches up.
   */
  clock?: () => number
  /** Milliseconds since the epoch, for `resetAtMs` only. */
  wallClock?: () => number
  /** How many clients have their own count at a time. */
  maxClients?: number
  /** Stored acceptance times beyond one for each client. Times in the same millisecond count as one. */
  maxStamps?: number
  /** Counts shared by clients without a count of their own. */
  sharedCounts?: number
}

/** A limiter within one process, with synchronous verdicts. */
export interface MemoryLimiter extends Limiter {
  take(counted: Counted | CountedKey, limit: number, purpose?: LimitPurpose): LimitVerdict
  limited(): number
  close(): void
}

/**
 * Creates a limiter that uses at most about 64 MB for any traffic: 131,072 clients, 2,097,152 stamps. Each `take`
 * also forgets a few clients whose last accepted request is 60 s old, so there is neither a timer nor a pause.
 *
 * When full, it keeps law 1 and gives up parts of laws 2, 3 and 5, so that no flood lets more through:
 *
 * - Clients beyond `maxClients` share counts, by a seeded hash of their key. Each shared count has the whole limit. A
 * client that later gets its own count takes over the shared one's.
 * - Beyond `maxStamps`, the count of a client's newest stamp is moved to the present.
 *
 * Times are not rounded, and those of one millisecond count as the newest of them. So the law holds in real time, and
 * a refused client waits for at most a minute.
 *
 * @example createMemoryLimiter().take({ act: 'upload', by: { address: '203.0.113.7' } }, 60).accepted
 */
export function createMemoryLimiter({
  clock = () => performance.now(),
  // Date.now() is truncated, so the true time may be up to a millisecond later.
  wallClock = () => Date.now() + 1,
  maxClients = 131_072,
  maxStamps = 2_097_152,
  sharedCounts = 4_096,
}: MemoryLimiterOptions = {}): MemoryLimiter {
  const rows = createClientRows(1 + maxClients + sharedCounts)
  const { floats } = rows
  const clients = createClientQueue(rows, maxClients)
  const spans = createSpanTable(rows, maxStamps)
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]
  let nowMs = Number.NEGATIVE_INFINITY
  let sharedUntilMs = Number.NEGATIVE_INFINITY

  function forgetExpired(lastMs: number): void {
    for (let forgotten = 0; forgotten < FORGOTTEN_PER_TAKE; forgotten++) {
      const row = clients.first()
      if (row === undefined || spans.newest(row) > lastMs) return
      spans.clear(row)
      clients.remove(row)
    }
  }

  function admit(key: CountedKey, hash: number, lastMs: number): number {
    const own = clients.admit(key, hash)
    if (own !== undefined && sharedUntilMs <= nowMs) return own

    const shared = 1 + maxClients + (hash % sharedCounts)
    spans.expire(shared, lastMs)
    if (own === undefined) return shared
    if (spans.total(shared) > 0) spans.add(own, spans.newest(shared), spans.total(shared))
    return own
  }

  function count(row: number): void {
    spans.add(row, nowMs, 1)
    if (row <= maxClients) clients.moveToEnd(row)
    else sharedUntilMs = nowMs + LIMIT_WINDOW_MS
  }

  function refuse(untilMs: number): LimitVerdict {
    return { accepted: false, resetAtMs: Math.ceil(wallClock() + untilMs - nowMs) }
  }

  return {
    take(counted, limit, purpose = 'count') {
      assertLimit(limit)
      nowMs = Math.max(nowMs, clock())
      const lastMs = nowMs - LIMIT_WINDOW_MS
      forgetExpired(lastMs)

      const key = countedKey(counted)
      const hash = Bun.hash.xxHash32(key, seed)
      const row = clients.rowOf(key, hash) ?? admit(key, hash, lastMs)
      const at = row * floatsInRow
      const untilMs = floats[at + refusedUntilMs]!
      if (untilMs > nowMs && floats[at + refusedLimit] === limit) return refuse(untilMs)
      spans.expire(row, lastMs)
      const inSpan = spans.total(row)
      if (inSpan >= limit) {
        const freeMs = spans.stampAt(row, inSpan - limit) + LIMIT_WINDOW_MS
        floats[at + refusedLimit] = limit
        floats[at + refusedUntilMs] = freeMs
        return refuse(freeMs)
      }

      floats[at + refusedUntilMs] = 0
      if (purpose === 'count') count(row)
      const total = spans.total(row)
      const oldestMs = total === 0 ? nowMs : spans.stampAt(row, 0)
      return {
        accepted: true,
        remaining: limit - total,
        resetAtMs: Math.ceil(wallClock() + oldestMs + LIMIT_WINDOW_MS - nowMs),
      }
    },

    limited() {
      nowMs = Math.max(nowMs, clock())
      let count = 0
      for (let at = refusedUntilMs; at < floats.length; at += floatsInRow) if (floats[at]! > nowMs) count++
      return count
    },

    close() {},
  }
}

/** @throws {RangeError} if `limit` is not a whole number of at least 1 */
export function assertLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError(`a limit is a whole number of at least 1, not ${limit}`)
  }
}
