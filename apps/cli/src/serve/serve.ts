import type { ProcessLog } from '@pictoglyph/http'
import { type Configuration, ConfigurationError, portVariable } from '../configuration.ts'
import { openSite } from '../open-site.ts'
import type { Output } from '../output.ts'
import { showFirstCredentials } from './first-start-message.ts'
import { createSiteMetrics } from './metrics/site-metrics.ts'
import { openLimiters } from './open-limiters.ts'
import { prepareSite } from './prepare-site.ts'
import { requireAddresses } from './require-addresses.ts'
import { requireOwnStore } from './require-own-store.ts'
import { serveSite } from './serve-site.ts'
import { showAddresses } from './show-addresses.ts'
import { stopRequested } from './stop-request.ts'
import { startWorkers } from './workers/worker-pool.ts'

/**
 * Runs the configured services until the process is told to stop, in this process or in as many as are configured.
 * @throws {ConfigurationError} if several processes are to share a port without a number, and what `requireAddresses`
 * throws
 */
export async function serve(
  configuration: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  if (configuration.processes === 1) return serveAlone(configuration, log, output, asJson)
  requireNumberedPorts(configuration)
  return serveTogether(configuration, log, output, asJson)
}

async function serveAlone(
  given: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  const stop = stopRequested()
  const metrics = createSiteMetrics(log)
  const metricsText = () => metrics.registry.metrics()
  await using addresses = await requireAddresses(given)
  const { configuration } = addresses
  await requireOwnStore(configuration)
  await using site = await openSite(configuration, metrics.countPort)
  const credentials = await prepareSite(site, log)
  if (credentials !== undefined) await showFirstCredentials(asJson, credentials, configuration)
  const onServing = async (services: readonly { name: string; url: string }[]) => {
    await addresses[Symbol.asyncDispose]()
    showAddresses(output, asJson, services)
  }
  const limiters = openLimiters(configuration.limiterUrl, log)
  await serveSite({ configuration, site, limiters, log, stop, metrics, metricsText, onServing })
}

async function serveTogether(
  configuration: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  const stop = stopRequested()
  await using _addresses = await requireAddresses(configuration)
  await requireOwnStore(configuration)
  {
    await using site = await openSite(configuration)
    const credentials = await prepareSite(site, log)
    if (credentials !== undefined) await showFirstCredentials(asJson, credentials, configuration)
  }
  await using workers = startWorkers(configuration.processes, log)
  const services = await Promise.race([workers.serving, stop])
  if (typeof services !== 'string') showAddresses(output, asJson, services)
  log.info({ reason: await stop }, 'stopping')
  if (!(await workers.stop())) process.exitCode = 1
  log.info({}, 'stopped')
}

/** @throws {ConfigurationError} */
function requireNumberedPorts({ services, enabledServices }: Configuration): void {
  const problems = enabledServices
    .filter((name) => services[name].port === 0)
    .map((name) => `${portVariable(name)}: several processes can only share a port with a number.`)
  if (problems.length > 0) throw new ConfigurationError(problems)
}
