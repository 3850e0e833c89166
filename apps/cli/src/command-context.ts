import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createOutput } from 'pictoglyph-client/output'
import type { PeopleContext } from 'pictoglyph-client/people-context'
import type { Configuration } from './configuration.ts'
import { openDatabase } from './open-database.ts'
import type { OpenSite } from './open-site.ts'
import { requirePlaces } from './require-places.ts'
import { requireSite } from './require-site.ts'

/** The context of every command. */
export interface CommandContext extends PeopleContext {
  readonly configuration: () => Configuration
}

export function createCommandContext(configuration: () => Configuration): CommandContext {
  return {
    program: 'pictoglyph',
    configuration,
    settings() {
      const { clientKey, services } = configuration()
      return { imagesUrl: services.images.url, key: clientKey }
    },
    output: (asJson) => createOutput(asJson === true),
  }
}

/**
 * Opens the site, does the work, and always closes the site.
 * @throws {Failure} CONFLICT if there is no site; nothing is created then
 */
export async function withSite<T>(context: CommandContext, work: (site: OpenSite) => Promise<T>): Promise<T> {
  const configuration = context.configuration()
  await requireSite(configuration)
  const { openSite } = await import('./open-site.ts')
  await using site = await openSite(configuration)
  return await work(site)
}

/** The ports of a command that needs only rows. */
export type RowPorts = Pick<SitePorts, 'database' | 'createSha256' | 'clock'>

/**
 * Opens the site's database, does the work, and always closes the database.
 * @param options.mayBeNew allows a site that does not exist yet: its rules may be set before its first start
 * @throws {Failure} CONFLICT if there is no site; nothing is created then
 */
export async function withRows<T>(
  context: CommandContext,
  work: (ports: RowPorts) => Promise<T>,
  { mayBeNew = false } = {},
): Promise<T> {
  const configuration = context.configuration()
  if (mayBeNew) requirePlaces(configuration)
  else await requireSite(configuration)
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(configuration.databaseUrl)
  opened.defer(() => database.close())
  return await work({ database, createSha256, clock: Date.now })
}
