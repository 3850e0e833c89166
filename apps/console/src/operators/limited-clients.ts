import { describeError } from '@pictoglyph/web/log'
import type { ConsoleServices } from '../services.ts'

/** How many clients the limiter holds back, or `null` where it does not say; then the log tells why. */
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
