import type { TrafficCounts, TrafficStore } from '@pictoglyph/core'
import type { RequestMeter } from '@pictoglyph/http/metrics/index'

/** Statuses of requests that the rate limit or an access list refused. */
const refusals = [403, 429]

/** The meter's counts of the text service's operations, without preflights. */
function countedBy({ routes }: Pick<RequestMeter, 'routes'>): TrafficCounts {
  const counts = { answered: 0, refused: 0 }
  for (const { service, route, method, statuses } of routes) {
    if (service !== 'text' || !route.startsWith('/api/public/') || method === 'OPTIONS') continue
    for (const [status, count] of statuses.entries()) {
      if (refusals.includes(status)) counts.refused += count
      else counts.answered += count
    }
  }
  return counts
}

/**
 * Writes now and then how many requests the text service was sent, so that no request waits for the database.
 * @returns what writes those since the last time; what could not be written is kept for the next
 */
export function createTextRequestLog(options: {
  meter: Pick<RequestMeter, 'routes'>
  traffic: Pick<TrafficStore, 'add'>
  clock: () => number
}): () => Promise<void> {
  const written = { answered: 0, refused: 0 }
  return async () => {
    const { answered, refused } = countedBy(options.meter)
    const since = { answered: answered - written.answered, refused: refused - written.refused }
    if (since.answered === 0 && since.refused === 0) return
    await options.traffic.add(new Date(options.clock()).toISOString().slice(0, 10), since)
    Object.assign(written, { answered, refused })
  }
}
