import { ConfigurationError } from '../configuration.ts'
import { isDatabaseAddress, noDatabaseAddress } from '../database-address.ts'
import { pathOf } from '../url-path.ts'

/** The places of a site's rows and bytes. */
export interface SiteLocation {
  databaseUrl: string
  blobsUrl: string
}

const databaseSchemes = /^(sqlite:|postgres(ql)?:\/\/)/
const blobsSchemes = /^(file:|s3:\/\/)/

/**
 * Reads the URLs given for one end, in any order.
 * @throws {ConfigurationError} unless they are one of a database and one of a blob store, and can be read
 */
export function readLocation(option: string, urls: readonly string[]): SiteLocation {
  const [databaseUrl, ...otherDatabases] = urls.filter((url) => databaseSchemes.test(url))
  const [blobsUrl, ...otherBlobs] = urls.filter((url) => blobsSchemes.test(url))
  if (databaseUrl === undefined || blobsUrl === undefined || urls.length !== 2) {
    throw new ConfigurationError([
      `${option}: give it twice, once with sqlite: or postgres:// and once with file: or s3://` +
        ` (${otherDatabases.length + otherBlobs.length > 0 ? 'there are two of a kind' : `there are ${urls.length}`}).`,
    ])
  }
  if (!isDatabaseAddress(databaseUrl)) throw new ConfigurationError([`${option}: ${noDatabaseAddress}`])
  return {
    databaseUrl: databaseUrl.startsWith('sqlite:') ? `sqlite:${pathOf(databaseUrl)}` : databaseUrl,
    blobsUrl: blobsUrl.startsWith('file:') ? `file:${pathOf(blobsUrl)}` : blobsUrl,
  }
}
