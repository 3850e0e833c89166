import { resolve } from 'node:path'
import type { ConsoleOptions } from '@pictoglyph/console'
import { Failure } from '@pictoglyph/site/language/failure'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import { type Cidr, parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet, type NetworkSet } from '@pictoglyph/site/network/network-set'
import { z } from 'zod'
import { readBlobsAddress, type StoreCredentials } from './blobs-address.ts'
import { isDatabaseAddress, noDatabaseAddress } from './database-address.ts'
import { defaultPublicUrl } from './public-url.ts'

const serviceNames = ['images', 'text', 'console'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The variable that sets a service's port. */
export function portVariable(service: ServiceName): string {
  return `PICTOGLYPH_${service.toUpperCase()}_PORT`
}

/** The variable that sets the host where a service, or what gives the metrics, listens. */
export function hostVariable(listener: string): string {
  return listener === 'console' ? 'PICTOGLYPH_CONSOLE_HOST' : 'PICTOGLYPH_HOST'
}

export const metricsPortVariable = 'PICTOGLYPH_METRICS_PORT'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be a port number'))

const host = z.string().regex(/^[^\s/]+$/, 'must be an address or a name')

/**
 * Kept as browsers write it, so that each link that begins with it is ASCII and can stand in a header. A `?`, a `#` or
 * a password in it would be in all links.
 */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', normalize: true, abort: true })
  .refine((url) => !/[?#]/.test(url), 'must have neither a query nor a fragment')
  .refine((url) => !url.includes('@'), 'must hold no name or password')
  .transform(withoutTrailingSlashes)

const consoleUrl = publicUrl.refine(
  (url) => new URL(url).pathname === '/',
  'must have no path: the console is served at the root of its host',
)

const schemeUrl = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => schemes.some((scheme) => text.startsWith(scheme)),
      `must begin with ${schemes.join(' or ')}`,
    )
    .refine((text) => !/^(sqlite|file):\/*$/.test(text), 'must name a path after the colon')

const networks = z.string().transform((text, context): NetworkSet => {
  const cidrs: Cidr[] = []
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue
    try {
      cidrs.push(parseCidr(item))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  }
  return createNetworkSet(cidrs)
})

const serviceList = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(z.enum(serviceNames, { error: `must be of ${serviceNames.join(', ')}` })).min(1))
  .refine((names) => new Set(names).size === names.length, 'must name each service once')

const processCount = 'must be a whole number from 1 to 256'

/** Every variable that the product reads, and what it takes. */
const schemas = {
  PICTOGLYPH_DATA_DIR: z.string().min(1).default('./data'),
  PICTOGLYPH_HOST: host.default('127.0.0.1'),
  PICTOGLYPH_CONSOLE_HOST: host.default('127.0.0.1'),
  PICTOGLYPH_IMAGES_PORT: port.default(8080),
  PICTOGLYPH_TEXT_PORT: port.default(8081),
  PICTOGLYPH_CONSOLE_PORT: port.default(8082),
  PICTOGLYPH_IMAGES_URL: publicUrl.optional(),
  PICTOGLYPH_TEXT_URL: publicUrl.optional(),
  PICTOGLYPH_CONSOLE_URL: consoleUrl.optional(),
  PICTOGLYPH_DATABASE_URL: schemeUrl('sqlite:', 'postgres://', 'postgresql://')
    .refine(isDatabaseAddress, noDatabaseAddress)
    .optional(),
  PICTOGLYPH_BLOBS_URL: schemeUrl('file:', 's3://').optional(),
  PICTOGLYPH_LIMITER_URL: z
    .string()
    .refine(
      (url) => url === 'memory:' || (/^rediss?:\/\//.test(url) && URL.canParse(url)),
      'must be memory:, redis://HOST:PORT or rediss://HOST:PORT',
    )
    .default('memory:'),
  PICTOGLYPH_TRUSTED_PROXIES: networks.default(createNetworkSet([])),
  PICTOGLYPH_SERVICES: serviceList.default([...serviceNames]),
  PICTOGLYPH_PROCESSES: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, processCount)
    .transform(Number)
    .pipe(z.number().max(256, processCount))
    .default(1),
  PICTOGLYPH_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(
      (text) => text.startsWith('https:') || /^http:\/\/(localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/.test(text),
      'must be an https address, unless it is on this machine',
    )
    .optional(),
  PICTOGLYPH_OIDC_CLIENT_ID: z.string().optional(),
  PICTOGLYPH_OIDC_CLIENT_SECRET: z.string().optional(),
  PICTOGLYPH_OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(/\s+/).includes('openid'), 'must have openid among them')
    .default('openid profile'),
  PICTOGLYPH_OIDC_ADMIN_GROUP: z.string().optional(),
  PICTOGLYPH_OIDC_FACTORS: z
    .string()
    .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
    .default([]),
  PICTOGLYPH_SCAN_COMMAND: z
    .string()
    .regex(/^\//, 'must begin with the absolute path of a program')
    .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
    .refine(([program = '']) => Bun.which(program) !== null, 'must name a program that can be run')
    .optional(),
  PICTOGLYPH_ISOLATION: z.enum(['auto', 'required'], { error: 'must be auto or required' }).default('auto'),
  PICTOGLYPH_FIRST_CREDENTIALS: z.enum(['auto', 'file'], { error: 'must be auto or file' }).default('auto'),
  PICTOGLYPH_KEY: z.string().optional(),
  PICTOGLYPH_METRICS_PORT: port.optional(),
  PICTOGLYPH_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 visible ASCII characters, without spaces')
    .optional(),
}

export interface ServiceAddress {
  host: string
  /** 0 is any that is free, until the address is held. */
  port: number
  /** Public base address, without a slash at its end. */
  url: string
  /** Whether the environment names it; else it is made of host and port. */
  isUrlNamed: boolean
  /** Whether other sockets of this program may listen there too. */
  isShared: boolean
}

export interface Configuration {
  readonly dataDirectory: string
  readonly services: Readonly<Record<ServiceName, ServiceAddress>>
  readonly enabledServices: readonly ServiceName[]
  readonly databaseUrl: string
  readonly blobsUrl: string
  readonly limiterUrl: string
  readonly trustedProxies: NetworkSet
  readonly processes: number
  readonly storeCredentials: StoreCredentials
  /** The identity provider for the console, if any. */
  readonly provider: ConsoleOptions['provider']
  /** The program that looks at uploads, with its arguments. */
  readonly scanCommand: readonly string[] | undefined
  /** Whether the server decodes and scans only in isolation. */
  readonly isIsolationRequired: boolean
  /** Device and inode of the journal's stream, where systemd started this process or one of its parents. */
  readonly journalStream: string | undefined
  /** `file`: the first password and key are never printed. */
  readonly firstCredentials: 'auto' | 'file'
  /** The API key that `upload` uses if none is given. */
  readonly clientKey: string | undefined
  /** Where this process gives its metrics, beside the console; `undefined` is nowhere. 0 is any port that is free. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined
  /** Anyone who sends it as a bearer token may read the metrics, from anywhere. */
  readonly metricsToken: string | undefined
}

/** Every problem of the environment at once, each with its variable's name. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads the configuration, and judges whatever needs no question to the machine. @throws {ConfigurationError} */
export function readConfiguration(environment: Environment): Configuration {
  const given = Object.entries(environment).filter(
    ([name, value]) => name.startsWith('PICTOGLYPH_') && value !== '',
  )
  const unknown = given.filter(([name]) => !Object.hasOwn(schemas, name))
  const parsed = variables.safeParse(Object.fromEntries(given))
  const issues = parsed.error?.issues ?? []
  const refused = new Set(issues.map((issue) => String(issue.path[0])))
  // Without those that are refused, the others are judged together all the same.
  const values =
    parsed.data ?? variables.parse(Object.fromEntries(given.filter(([name]) => !refused.has(name))))
  const configuration = configurationFrom(values, environment)
  const problems = [
    ...unknown.map(([name]) => `${name} is not a variable that Pictoglyph knows.`),
    ...issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
    ...missingOfProvider(values, refused),
    ...problemsOfPorts(configuration, refused),
    ...problemsOfBlobs(configuration),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return configuration
}

type Environment = Readonly<Record<string, string | undefined>>

const variables = z.object(schemas)

type Values = z.output<typeof variables>

/** A provider needs all three of its variables, or none. */
function missingOfProvider(values: Values, refused: ReadonlySet<string>): string[] {
  const needed = [
    'PICTOGLYPH_OIDC_ISSUER',
    'PICTOGLYPH_OIDC_CLIENT_ID',
    'PICTOGLYPH_OIDC_CLIENT_SECRET',
  ] as const
  const missing = needed.filter((name) => values[name] === undefined && !refused.has(name))
  return missing.length === needed.length
    ? []
    : missing.map((name) => `${name}: is missing, as a provider is named`)
}

function providerFrom(values: Values): Configuration['provider'] {
  const { PICTOGLYPH_OIDC_ISSUER: issuer, PICTOGLYPH_OIDC_CLIENT_ID: clientId } = values
  const { PICTOGLYPH_OIDC_CLIENT_SECRET: clientSecret, PICTOGLYPH_OIDC_SCOPES: scopes } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { PICTOGLYPH_OIDC_ADMIN_GROUP: adminGroup, PICTOGLYPH_OIDC_FACTORS: factors } = values
  return { issuer, clientId, clientSecret, scopes, adminGroup, factors }
}

/** Ports that can't be listened on at the same time, or not by several processes; port 0 takes any free port. */
function problemsOfPorts(configuration: Configuration, refused: ReadonlySet<string>): string[] {
  const { services, enabledServices, metricsAddress, processes } = configuration
  if (refused.has('PICTOGLYPH_SERVICES')) return []
  const listeners = enabledServices.map((name) => ({ name, variable: portVariable(name), ...services[name] }))
  const all =
    metricsAddress === undefined
      ? listeners
      : [...listeners, { name: 'metrics', variable: metricsPortVariable, ...metricsAddress }]
  const known = all.filter(({ variable }) => !refused.has(variable))
  /** Of a host that is refused only this is known: what else takes it from the same variable. */
  const isSameHost = (one: (typeof all)[number], other: (typeof all)[number]) => {
    const [its, others] = [hostVariable(one.name), hostVariable(other.name)]
    return its === others || (one.host === other.host && !refused.has(its) && !refused.has(others))
  }
  return known.flatMap((listener, place) => {
    const { name, variable, port } = listener
    if (port === 0) {
      return processes === 1 || name === 'metrics'
        ? []
        : [`${variable}: several processes can only share a port with a number.`]
    }
    const earlier = known.slice(0, place).find((one) => one.port === port && isSameHost(one, listener))
    return earlier === undefined
      ? []
      : [`${variable}: must not be ${port}, where the ${earlier.name} service listens`]
  })
}

function problemsOfBlobs({ blobsUrl, storeCredentials }: Configuration): string[] {
  const read = readBlobsAddress(blobsUrl, storeCredentials)
  return 'problems' in read ? read.problems.map((problem) => `PICTOGLYPH_BLOBS_URL: ${problem}`) : []
}

function configurationFrom(values: Values, environment: Environment): Configuration {
  const dataDirectory = resolve(values.PICTOGLYPH_DATA_DIR)
  const address = (host: string, servicePort: number, url: string | undefined): ServiceAddress => ({
    host,
    port: servicePort,
    url: url ?? defaultPublicUrl(host, servicePort),
    isUrlNamed: url !== undefined,
    isShared: values.PICTOGLYPH_PROCESSES > 1,
  })
  return Object.freeze({
    dataDirectory,
    services: {
      images: address(values.PICTOGLYPH_HOST, values.PICTOGLYPH_IMAGES_PORT, values.PICTOGLYPH_IMAGES_URL),
      text: address(values.PICTOGLYPH_HOST, values.PICTOGLYPH_TEXT_PORT, values.PICTOGLYPH_TEXT_URL),
      console: address(
        values.PICTOGLYPH_CONSOLE_HOST,
        values.PICTOGLYPH_CONSOLE_PORT,
        values.PICTOGLYPH_CONSOLE_URL,
      ),
    },
    enabledServices: values.PICTOGLYPH_SERVICES,
    databaseUrl: values.PICTOGLYPH_DATABASE_URL ?? `sqlite:${dataDirectory}/pictoglyph.db`,
    blobsUrl: values.PICTOGLYPH_BLOBS_URL ?? `file:${dataDirectory}/blobs`,
    limiterUrl: values.PICTOGLYPH_LIMITER_URL,
    trustedProxies: values.PICTOGLYPH_TRUSTED_PROXIES,
    processes: values.PICTOGLYPH_PROCESSES,
    storeCredentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      sessionToken: environment.AWS_SESSION_TOKEN,
      region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION,
    },
    provider: providerFrom(values),
    scanCommand: values.PICTOGLYPH_SCAN_COMMAND,
    isIsolationRequired: values.PICTOGLYPH_ISOLATION === 'required',
    journalStream: environment.JOURNAL_STREAM,
    firstCredentials: values.PICTOGLYPH_FIRST_CREDENTIALS,
    clientKey: values.PICTOGLYPH_KEY,
    metricsAddress:
      values.PICTOGLYPH_METRICS_PORT === undefined
        ? undefined
        : { host: values.PICTOGLYPH_HOST, port: values.PICTOGLYPH_METRICS_PORT },
    metricsToken: values.PICTOGLYPH_METRICS_TOKEN,
  })
}
