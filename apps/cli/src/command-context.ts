import { Failure } from '@pictoglyph/core'
import type { Configuration } from './configuration.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { createOutput, type Output } from './output.ts'

/** What every command is given. */
export interface CommandContext {
  readonly configuration: () => Configuration
  /** Where results go; `asJson` is the command's `--json`. */
  readonly output: (asJson: boolean | undefined) => Output
}

export function createCommandContext(configuration: () => Configuration): CommandContext {
  return { configuration, output: (asJson) => createOutput(asJson === true) }
}

/** Runs work on the opened site and closes it, whatever happens. */
export async function withSite<T>(context: CommandContext, work: (site: OpenSite) => Promise<T>): Promise<T> {
  await using site = await openSite(context.configuration())
  return await work(site)
}

/**
 * The same, for work that adds to a site which must be there. A new site gets its administrator, its character
 * sets and the rest together, when it is first served; what stood there before would be in the way.
 * @throws {Failure} CONFLICT on a site that was never served
 */
export function withStartedSite<T>(
  context: CommandContext,
  work: (site: OpenSite) => Promise<T>,
): Promise<T> {
  return withSite(context, async (site) => {
    if ((await site.ports.database.users.list()).length > 0) return await work(site)
    const reason = 'This site is new. Start it once with "pictoglyph serve", which makes its administrator.'
    throw new Failure({ code: 'CONFLICT', reason })
  })
}
