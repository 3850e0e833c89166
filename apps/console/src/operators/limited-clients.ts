import { describeError } from '@pictoglyph/web/log'
import type { ConsoleServices } from '../services.ts'

/** Number of clients that the limiter refuses, or `null` if it does not answer; the log has the reason. */
export async function limitedClients({
  limiter,
  log,
}: Pick<ConsoleServices, 'limiter' | 'log'>): Promise<number | null> {
  try {
    return await limiter.limited()
  } catch (error) {
    log.warn({ service: 'console', error: describeError(error) }, 'the limiter does not answer')
    return null
  }
}
