import { resolve } from 'node:path'
import type { ConsoleOptions } from '@pictoglyph/console'
import { Failure } from '@pictoglyph/site/language/failure'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import { type Cidr, parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet, type NetworkSet } from '@pictoglyph/site/network/network-set'
import { readBlobsAddress, type StoreCredentials } from './blobs-address.ts'
import { isDatabaseAddress, noDatabaseAddress } from './database-address.ts'
import { defaultPublicUrl } from './public-url.ts'

const serviceNames = ['images', 'text', 'console'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The variable that sets a service's port. */
export function portVariable(service: ServiceName): string {
  return `PICTOGLYPH_${service.toUpperCase()}_PORT`
}

/** The variable that sets the host of a service or of the metrics. */
export function hostVariable(listener: string): string {
  return listener === 'console' ? 'PICTOGLYPH_CONSOLE_HOST' : 'PICTOGLYPH_HOST'
}

export const metricsPortVariable = 'PICTOGLYPH_METRICS_PORT'

/** Reads a variable, or refuses it for one or more reasons. */
type ReadVariable<T> = (text: string, refuse: (problem: string) => undefined) => T | undefined

const anyText: ReadVariable<string> = (text) => text

const matching =
  (pattern: RegExp, problem: string): ReadVariable<string> =>
  (text, refuse) =>
    pattern.test(text) ? text : refuse(problem)

const numberTo =
  (most: number, pattern: RegExp, problem: string): ReadVariable<number> =>
  (text, refuse) =>
    pattern.test(text) && Number(text) <= most ? Number(text) : refuse(problem)

const oneOf =
  <const T extends string>(...words: T[]): ReadVariable<T> =>
  (text, refuse) =>
    words.find((word) => word === text) ?? refuse(`must be ${words.join(' or ')}`)

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const port = numberTo(65_535, /^\d{1,5}$/, 'must be a port number')

const host = matching(/^[^\s/]+$/, 'must be an address or a name')

/**
 * Stored as browsers write it, so that every link is ASCII and fits in a header. A `?`, a `#` or a password would be in
 * every link.
 */
const publicUrl: ReadVariable<string> = (text, refuse) => {
  const { href, protocol } = URL.parse(text.trim()) ?? { href: '', protocol: '' }
  if (!/^https?:$/.test(protocol)) return refuse('must be an http or https address')
  if (/[?#]/.test(href)) refuse('must have neither a query nor a fragment')
  if (href.includes('@')) refuse('must hold no name or password')
  return withoutTrailingSlashes(href)
}

const consoleUrl: ReadVariable<string> = (text, refuse) => {
  const url = publicUrl(text, refuse)
  if (url === undefined || new URL(url).pathname === '/') return url
  return refuse('must have no path: the console is served at the root of its host')
}

const schemeUrl =
  (...schemes: string[]): ReadVariable<string> =>
  (text, refuse) => {
    if (!schemes.some((scheme) => text.startsWith(scheme))) refuse(`must begin with ${schemes.join(' or ')}`)
    if (/^(sqlite|file):\/*$/.test(text)) refuse('must name a path after the colon')
    return text
  }

const databaseUrl: ReadVariable<string> = (text, refuse) => {
  const url = schemeUrl('sqlite:', 'postgres://', 'postgresql://')(text, refuse)
  return isDatabaseAddress(text) ? url : refuse(noDatabaseAddress)
}

const limiterUrl: ReadVariable<string> = (text, refuse) =>
  text === 'memory:' || (/^rediss?:\/\//.test(text) && URL.canParse(text))
    ? text
    : refuse('must be memory:, redis://HOST:PORT or rediss://HOST:PORT')

const networks: ReadVariable<NetworkSet> = (text, refuse) => {
  const cidrs: Cidr[] = []
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue
    try {
      cidrs.push(parseCidr(item))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refuse(error.message)
    }
  }
  return createNetworkSet(cidrs)
}

const serviceList: ReadVariable<ServiceName[]> = (text, refuse) => {
  const items = text.split(',').map((item) => item.trim())
  const names = items.flatMap((item) => serviceNames.filter((name) => name === item))
  if (names.length < items.length) return refuse(`must be of ${serviceNames.join(', ')}`)
  return new Set(names).size === names.length ? names : refuse('must name each service once')
}

const issuerUrl: ReadVariable<string> = (text, refuse) => {
  const url = text.trim()
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return refuse('must be an https address')
  return /^(https:|http:\/\/(localhost|127\.[\d.]+|\[::1\])(?:[:/]|$))/.test(url)
    ? url
    : refuse('must be an https address, unless it is on this machine')
}

const scopes: ReadVariable<string> = (text, refuse) =>
  wordsOf(text).includes('openid') ? text : refuse('must have openid among them')

const scanCommand: ReadVariable<string[]> = (text, refuse) => {
  if (!text.startsWith('/')) return refuse('must begin with the absolute path of a program')
  const [program = '', ...others] = wordsOf(text)
  return Bun.which(program) === null ? refuse('must name a program that can be run') : [program, ...others]
}

const variable = <T, Absent extends T | undefined>(read: ReadVariable<T>, absent: Absent) => ({
  read,
  absent,
})

/** Every variable of the product, with its parser and its default. */
const variables = {
  PICTOGLYPH_DATA_DIR: variable(anyText, './data'),
  PICTOGLYPH_HOST: variable(host, '127.0.0.1'),
  PICTOGLYPH_CONSOLE_HOST: variable(host, '127.0.0.1'),
  PICTOGLYPH_IMAGES_PORT: variable(port, 8080),
  PICTOGLYPH_TEXT_PORT: variable(port, 8081),
  PICTOGLYPH_CONSOLE_PORT: variable(port, 8082),
  PICTOGLYPH_IMAGES_URL: variable(publicUrl, undefined),
  PICTOGLYPH_TEXT_URL: variable(publicUrl, undefined),
  PICTOGLYPH_CONSOLE_URL: variable(consoleUrl, undefined),
  PICTOGLYPH_DATABASE_URL: variable(databaseUrl, undefined),
  PICTOGLYPH_BLOBS_URL: variable(schemeUrl('file:', 's3://'), undefined),
  PICTOGLYPH_LIMITER_URL: variable(limiterUrl, 'memory:'),
  PICTOGLYPH_TRUSTED_PROXIES: variable(networks, createNetworkSet([])),
  PICTOGLYPH_SERVICES: variable(serviceList, [...serviceNames]),
  PICTOGLYPH_PROCESSES: variable(numberTo(256, /^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 256'), 1),
  PICTOGLYPH_OIDC_ISSUER: variable(issuerUrl, undefined),
  PICTOGLYPH_OIDC_CLIENT_ID: variable(anyText, undefined),
  PICTOGLYPH_OIDC_CLIENT_SECRET: variable(anyText, undefined),
  PICTOGLYPH_OIDC_SCOPES: variable(scopes, 'openid profile'),
  PICTOGLYPH_OIDC_ADMIN_GROUP: variable(anyText, undefined),
  PICTOGLYPH_OIDC_FACTORS: variable(wordsOf, []),
  PICTOGLYPH_SCAN_COMMAND: variable(scanCommand, undefined),
  PICTOGLYPH_ISOLATION: variable(oneOf('auto', 'required'), 'auto'),
  PICTOGLYPH_FIRST_CREDENTIALS: variable(oneOf('auto', 'file'), 'auto'),
  PICTOGLYPH_KEY: variable(anyText, undefined),
  PICTOGLYPH_METRICS_PORT: variable(port, undefined),
  PICTOGLYPH_METRICS_TOKEN: variable(
    matching(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 visible ASCII characters, without spaces'),
    undefined,
  ),
}

export interface ServiceAddress {
  host: string
  /** 0 means any free port, until the address is bound. */
  port: number
  /** Public base address, without a slash at its end. */
  url: string
  /** Whether the environment sets it; otherwise it follows from host and port. */
  isUrlNamed: boolean
  /** Whether other sockets of this program may listen on the same port. */
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
  /** The program that scans uploads, with its arguments. */
  readonly scanCommand: readonly string[] | undefined
  /** Whether decoding and scanning require isolation. */
  readonly isIsolationRequired: boolean
  /** Device and inode of the journal's stream, if systemd started this process or one of its parents. */
  readonly journalStream: string | undefined
  /** `file`: the first password and key are never printed. */
  readonly firstCredentials: 'auto' | 'file'
  /** The API key that `upload` uses if none is given. */
  readonly clientKey: string | undefined
  /** Further address for this process's metrics; `undefined` for none. Port 0 means any free port. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined
  /** Bearer token that admits any client to the metrics. */
  readonly metricsToken: string | undefined
}

/** Every problem of the environment at once, each with its variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** An empty variable counts as unset. */
function variableOf(environment: Environment, name: string): string | undefined {
  return environment[name] || undefined
}

/** Reads the configuration, and checks all that needs no access to the machine. @throws {ConfigurationError} */
export function readConfiguration(environment: Environment): Configuration {
  const given = Object.entries(environment).filter(
    ([name, value]) => name.startsWith('PICTOGLYPH_') && value !== '',
  )
  const unknown = given.filter(([name]) => !Object.hasOwn(variables, name))
  const issues: { name: string; problem: string }[] = []
  const read = Object.entries(variables).map(([name, { read, absent }]) => {
    const before = issues.length
    const text = variableOf(environment, name)
    const value = text === undefined ? absent : read(text, (problem) => void issues.push({ name, problem }))
    // Defaults replace refused values, so that the others are still checked together.
    return [name, issues.length > before ? absent : value]
  })
  const values = Object.fromEntries(read) as Values
  const refused = new Set(issues.map(({ name }) => name))
  const configuration = configurationFrom(values, environment)
  const problems = [
    ...unknown.map(([name]) => `${name} is not a variable that Pictoglyph knows.`),
    ...issues.map(({ name, problem }) => `${name}: ${problem}`),
    ...missingOfProvider(values, refused),
    ...problemsOfPorts(configuration, refused),
    ...problemsOfBlobs(configuration),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return configuration
}

type Environment = Readonly<Record<string, string | undefined>>

type Values = {
  [N in keyof typeof variables]:
    | NonNullable<ReturnType<(typeof variables)[N]['read']>>
    | (typeof variables)[N]['absent']
}

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

/** Ports that conflict with each other, or that several processes can't share; port 0 takes any free port. */
function problemsOfPorts(configuration: Configuration, refused: ReadonlySet<string>): string[] {
  const { services, enabledServices, metricsAddress, processes } = configuration
  if (refused.has('PICTOGLYPH_SERVICES')) return []
  const listeners = enabledServices.map((name) => ({ name, variable: portVariable(name), ...services[name] }))
  const all =
    metricsAddress === undefined
      ? listeners
      : [...listeners, { name: 'metrics', variable: metricsPortVariable, ...metricsAddress }]
  const known = all.filter(({ variable }) => !refused.has(variable))
  /** A refused host is unknown, but equal to every other host from the same variable. */
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
      accessKeyId: variableOf(environment, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: variableOf(environment, 'AWS_SECRET_ACCESS_KEY'),
      sessionToken: variableOf(environment, 'AWS_SESSION_TOKEN'),
      region: variableOf(environment, 'AWS_REGION') ?? variableOf(environment, 'AWS_DEFAULT_REGION'),
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
