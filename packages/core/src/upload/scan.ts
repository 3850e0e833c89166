import { Failure } from '../failure.ts'
import { message } from '../message.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { ReceivedFile } from './receive.ts'

const retryAfterSeconds = 30

/**
 * Has the operator's scanner look at a received file, where there is one. A scanner that fails refuses: what nobody
 * has looked at isn't stored.
 * @throws {Failure} INVALID_IMAGE for an infected file, OVERLOADED where the scanner can't say
 */
export async function scan(
  { scanner }: Pick<SitePorts, 'scanner'>,
  { staged }: Pick<ReceivedFile, 'staged'>,
): Promise<void> {
  const verdict = (await scanner?.scan(staged)) ?? 'clean'
  if (verdict === 'infected') {
    const reason = message("the site's scanner found something harmful in it.")
    throw new Failure({ code: 'INVALID_IMAGE', reason })
  }
  if (verdict === 'failed') throw new Failure({ code: 'OVERLOADED', retryAfterSeconds })
}
