import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { Configuration, ServiceName } from './configuration.ts'

/** Public base addresses, without a slash at their ends. */
export type SiteAddresses = Readonly<Record<ServiceName, string>>

type Settings = SitePorts['database']['settings']

const factOf = (service: ServiceName): string => `address of ${service}`

/** Stores a site's addresses, for commands whose environment does not set them. */
export async function noteAddresses(
  { services, enabledServices }: Configuration,
  settings: Settings,
): Promise<void> {
  for (const service of enabledServices) {
    const { url } = services[service]
    if ((await settings.noted(factOf(service))) !== url) await settings.note(factOf(service), url)
  }
}

/** A site's addresses from the environment, or else the stored ones. */
export async function readAddresses({ services }: Configuration, settings: Settings): Promise<SiteAddresses> {
  const addressOf = async (service: ServiceName): Promise<string> => {
    const { url, isUrlNamed } = services[service]
    return isUrlNamed ? url : ((await settings.noted(factOf(service))) ?? url)
  }
  return {
    images: await addressOf('images'),
    text: await addressOf('text'),
    console: await addressOf('console'),
  }
}
