import type { Configuration } from './configuration.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { createOutput, type Output } from './output.ts'
import { requireSite } from './require-site.ts'

/** What every command is given. */
export interface CommandContext {
  readonly configuration: () => Configuration
  /** Where results go; `asJson` is the command's `--json`. */
  readonly output: (asJson: boolean | undefined) => Output
}

export function createCommandContext(configuration: () => Configuration): CommandContext {
  return { configuration, output: (asJson) => createOutput(asJson === true) }
}

/**
 * Runs work on the opened site and closes it, whatever happens.
 * @throws {Failure} CONFLICT where there is no site; nothing is made then
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
