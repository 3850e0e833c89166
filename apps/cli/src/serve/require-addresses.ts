import { lookup } from 'node:dns/promises'
import { systemErrorCode } from '@pictoglyph/adapters/system-error-code'
import { type Configuration, ConfigurationError, type FaceAddress, portVariable } from '../configuration.ts'

/**
 * Opens the address of each face and closes it again: before a new site's credentials are shown, which is done
 * once, and before several processes share the ports, with whoever of the same user listens on them already.
 * @throws {ConfigurationError} for a host that is not known, or is none of this machine
 * @throws {Error} for a port that can't be listened on
 */
export async function requireAddresses({ enabledFaces, faces }: Configuration): Promise<void> {
  for (const name of enabledFaces) {
    const variables = {
      host: name === 'console' ? 'PICTOGLYPH_CONSOLE_HOST' : 'PICTOGLYPH_HOST',
      port: portVariable(name),
    }
    await requireKnownHost(faces[name], variables)
    await requireFreePort(faces[name], variables)
  }
}

/** The variables that an address was read from. */
interface Variables {
  host: string
  port: string
}

async function requireKnownHost({ host }: FaceAddress, variables: Variables): Promise<void> {
  try {
    await lookup(host)
  } catch {
    throw new ConfigurationError([
      `${variables.host}: "${host}" is neither an address nor a name that is known.`,
    ])
  }
}

async function requireFreePort({ host, port }: FaceAddress, variables: Variables): Promise<void> {
  try {
    const server = Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() })
    await server.stop(true)
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'EADDRINUSE':
        throw new Error(
          `Another program listens on port ${port} of ${host}. Stop it, or set ${variables.port} to another port.`,
          { cause: error },
        )
      case 'EACCES':
        throw new Error(
          `This user may not listen on port ${port} of ${host}. Set ${variables.port} to a port above 1023.`,
          { cause: error },
        )
      case 'EADDRNOTAVAIL':
        throw new ConfigurationError([`${variables.host}: "${host}" is no address of this machine.`])
      default:
        throw error
    }
  }
}
