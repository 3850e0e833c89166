import { lookup } from 'node:dns/promises'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import {
  type Configuration,
  ConfigurationError,
  hostVariable,
  metricsPortVariable,
  portVariable,
  type ServiceAddress,
} from '../configuration.ts'
import { defaultPublicUrl } from '../public-url.ts'

/** The configuration with the ports of its services, held until it is disposed of. */
interface HeldAddresses extends AsyncDisposable {
  readonly configuration: Configuration
}

/**
 * Opens the address of each service and of the metrics. It runs before a new site's credentials are shown, which
 * happens once, and before several processes share the ports, also with any other process of this user. It closes them
 * again, except for port 0: the links contain its free port, which is held until the service listens on it.
 * @throws {ConfigurationError} for an unknown host, or one that is not this machine
 * @throws {Failure} CONFLICT for a port that can't be opened
 */
export async function requireAddresses(configuration: Configuration): Promise<HeldAddresses> {
  await using held = new AsyncDisposableStack()
  const services = { ...configuration.services }
  for (const name of configuration.enabledServices) {
    const variables = { host: hostVariable(name), port: portVariable(name) }
    const address = services[name]
    await requireKnownHost(address, variables)
    const server = openAddress(address, variables)
    if (address.port === 0) {
      held.defer(() => server.stop(true))
      services[name] = withPort(address, server.port ?? 0)
    } else {
      await server.stop(true)
    }
  }
  const { metricsAddress } = configuration
  if (metricsAddress !== undefined && metricsAddress.port !== 0) {
    const variables = { host: hostVariable('metrics'), port: metricsPortVariable }
    await requireKnownHost(metricsAddress, variables)
    await openAddress(metricsAddress, variables).stop(true)
  }
  const kept = held.move()
  return { configuration: { ...configuration, services }, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

function withPort(address: ServiceAddress, port: number): ServiceAddress {
  const url = address.isUrlNamed ? address.url : defaultPublicUrl(address.host, port)
  return { ...address, port, url, isShared: true }
}

/** The variables of an address. */
interface Variables {
  host: string
  port: string
}

async function requireKnownHost({ host }: Pick<ServiceAddress, 'host'>, variables: Variables): Promise<void> {
  try {
    await lookup(host)
  } catch {
    throw new ConfigurationError([
      `${variables.host}: "${host}" is neither an address nor a name that is known.`,
    ])
  }
}

function openAddress(
  { host, port }: Pick<ServiceAddress, 'host' | 'port'>,
  variables: Variables,
): Bun.Server<undefined> {
  const variable = variables.port
  try {
    return Bun.serve({ hostname: host, port, reusePort: port === 0, fetch: () => new Response() })
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'EADDRINUSE':
        throw conflict(
          message(
            'Another program listens on port {port} of {host}. Stop it, or set {variable} to another port.',
            { port, host, variable },
          ),
        )
      case 'EACCES':
        throw conflict(
          message('This user may not listen on port {port} of {host}. Set {variable} to a port above 1023.', {
            port,
            host,
            variable,
          }),
        )
      case 'EADDRNOTAVAIL':
        throw new ConfigurationError([`${variables.host}: "${host}" is no address of this machine.`])
      default:
        throw error
    }
  }
}
