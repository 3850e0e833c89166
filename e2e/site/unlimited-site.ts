import { join } from 'node:path'
import { runPictoglyph } from './run-pictoglyph.ts'
import { type RunningSite, type SiteOptions, startSite } from './running-site.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface UnlimitedSite extends RunningSite {
  readonly dataDirectory: string
}

/** A new site in a directory of its own, whose text service takes any number of requests from an address. */
export async function startUnlimitedSite(
  options: Omit<SiteOptions, 'dataDirectory'> = {},
): Promise<UnlimitedSite> {
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory())
  const dataDirectory = join(directory.path, 'site')
  const site = cleanup.use(await startSite({ services: 'images,text', ...options, dataDirectory }))
  await runPictoglyph(dataDirectory, ['policy', 'set', 'text.requestsPerMinute', '0'])
  while (await isLimited(site)) await Bun.sleep(20)
  const held = cleanup.move()
  return { ...site, dataDirectory, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Until the server has read the new policy. */
async function isLimited({ urls }: RunningSite): Promise<boolean> {
  if (urls.text === '') return false
  const answer = await fetch(`${urls.text}/api/public/options`)
  await answer.body?.cancel()
  return answer.headers.has('RateLimit-Policy')
}
