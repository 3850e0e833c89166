import { createOutput } from 'pictoglyph-client/output'
import type { PeopleContext } from 'pictoglyph-client/people-context'
import type { Configuration } from './configuration.ts'
import { type OpenSite, openSite } from './open-site.ts'
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
 * Runs work on the opened site, and closes it in every case.
 * @throws {Failure} CONFLICT if there is no site; nothing is made then
 */
export async function withSite<T>(context: CommandContext, work: (site: OpenSite) => Promise<T>): Promise<T> {
  const configuration = context.configuration()
  await requireSite(configuration)
  return await withOpened(configuration, work)
}

/** The same, or on the database of a site that is to be started here: its rules may be set before that. */
export function withSiteOrEmptyDatabase<T>(
  context: CommandContext,
  work: (site: OpenSite) => Promise<T>,
): Promise<T> {
  return withOpened(context.configuration(), work)
}

async function withOpened<T>(configuration: Configuration, work: (site: OpenSite) => Promise<T>): Promise<T> {
  await using site = await openSite(configuration)
  return await work(site)
}
