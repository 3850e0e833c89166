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

/** The configuration with the ports that are taken for its services, until it is disposed of. */
interface HeldAddresses extends AsyncDisposable {
  readonly configuration: Configuration
}

/**
 * Opens each address, of the services and of the metrics: before a new site's credentials are shown, which is done once, and before several
 * processes share the ports, with any process of the user that listens there already. It is closed again, but for
 * port 0: the free port that was found is in the links, and is held until the service listens there as well.
 * @throws {ConfigurationError} for a host that is not known, or is none of this machine
 * @throws {Failure} CONFLICT for a port that can't be listened on
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

/** The variables that an address was read from. */
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
