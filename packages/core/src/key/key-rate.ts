import { Failure } from '../failure.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { ApiKey } from '../records.ts'

/**
 * Counts an upload against the key's own limit, exactly as the limiter counts: in no 60 seconds are more accepted, over
 * all processes that share the limiter. A key without a limit is not counted.
 * @throws {Failure} RATE_LIMITED with the time at which an upload is accepted again
 */
export async function requireUploadRate(
  limiter: Pick<Limiter, 'take'>,
  { id, uploadsPerMinute: limit }: Pick<ApiKey, 'id' | 'uploadsPerMinute'>,
): Promise<void> {
  if (limit === null) return
  const verdict = await limiter.take(`uploads of key ${id}`, limit)
  if (!verdict.accepted) throw new Failure({ code: 'RATE_LIMITED', resetAtMs: verdict.resetAtMs, limit })
}
