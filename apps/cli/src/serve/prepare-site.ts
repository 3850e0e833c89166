import { type FirstCredentials, seedNewSite } from '@pictoglyph/core'
import type { Log } from '@pictoglyph/http'
import type { OpenSite } from '../open-site.ts'

/**
 * Runs once before a site is served, for any number of processes: it removes leftovers of dead processes, and gives a
 * new site its first rows, whose secrets it returns.
 */
export async function prepareSite({ ports }: OpenSite, log: Log): Promise<FirstCredentials | undefined> {
  const leftovers = await ports.blobs.clearStaging()
  if (leftovers > 0) log.info({ files: leftovers }, 'removed what unfinished uploads had left')
  return seedNewSite(ports)
}
