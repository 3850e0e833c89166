import { type FirstCredentials, seedNewSite } from '@pictoglyph/core'
import type { Log } from '@pictoglyph/http'
import type { OpenSite } from '../open-site.ts'

/**
 * What is done once before a site is served, by however many processes: what dead ones left is cleared away, and
 * a new site gets its first rows, whose secrets are returned.
 */
export async function prepareSite({ ports }: OpenSite, log: Log): Promise<FirstCredentials | undefined> {
  const leftovers = await ports.blobs.clearStaging()
  if (leftovers > 0) log.info({ files: leftovers }, 'removed what unfinished uploads had left')
  return seedNewSite(ports)
}
