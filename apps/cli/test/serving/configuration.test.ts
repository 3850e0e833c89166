import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { parseAddress } from '@pictoglyph/site/network/address'
import { ConfigurationError, readConfiguration } from '../../src/configuration.ts'

const store = {
  PICTOGLYPH_BLOBS_URL: 's3://bucket',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
}
const provider = {
  PICTOGLYPH_OIDC_ISSUER: 'https://id.example',
  PICTOGLYPH_OIDC_CLIENT_ID: 'console',
  PICTOGLYPH_OIDC_CLIENT_SECRET: 'secret',
}

/** Values of each variable: empty, at its bounds, beyond them, and of a wrong kind. */
const values: Record<string, readonly string[]> = {
  DATA_DIR: ['', '/srv/site', '/srv/../a b'],
  HOST: ['', '0.0.0.0', '::', '[::1]', '192.0.2.7', '2001:db8::1', 'host.example', 'a b', 'a/b'],
  CONSOLE_HOST: ['', '::1', '10.0.0.1', 'a b'],
  IMAGES_PORT: ['', '0', '1', '65535', '65536', '99999', '100000', '-1', '80.5', 'x', '8081', '8082'],
  TEXT_PORT: ['0', '8080', '8082', '65536'],
  CONSOLE_PORT: ['0', '8080', '8081', '65536'],
  IMAGES_URL: [
    '',
    'https://img.example/',
    ' http://img.example:8/a/b// ',
    'ftp://img.example',
    'img.example',
  ],
  TEXT_URL: [
    'https://a:b@text.example',
    'https://text.example/?a',
    'https://text.example/#a',
    '//text.example',
  ],
  CONSOLE_URL: ['https://console.example', 'https://console.example/', 'https://console.example/a', 'x'],
  DATABASE_URL: [
    ...['', 'sqlite:site.db', 'sqlite:///srv/site.db', 'sqlite:', 'sqlite:/', 'sqlite://', 'mysql://h/d'],
    ...['postgres://u:p@h/d', 'postgresql://h/d', 'postgres://u:p/w@h/d', 'postgres:h', 'postgresql:h'],
  ],
  BLOBS_URL: ['file:/srv/blobs', 'file:', 'file:///', 's3://bucket', 's3:bucket', '/srv/blobs'],
  LIMITER_URL: ['', 'memory:', 'memory:x', 'redis://h:1', 'rediss://h', 'redis:h', 'http://h', 'redis://h:x'],
  TRUSTED_PROXIES: ['', '10.0.0.0/8', ' 10.0.0.0/8 ,, ::1', '10.0.0.0/33', '10.0.0.0/8,x,y'],
  SERVICES: ['', 'text', 'text, images', 'images,text,console', 'image', 'text,text', 'text,', ','],
  PROCESSES: ['', '1', '2', '256', '257', '999', '1000', '0', '01', '-1', '1.5', 'x'],
  OIDC_ISSUER: ['https://id.example', 'http://localhost:9', 'http://id.example', 'id.example', 'https://'],
  OIDC_CLIENT_ID: ['console'],
  OIDC_CLIENT_SECRET: ['secret'],
  OIDC_SCOPES: ['openid', 'profile openid', 'profile', 'openidx'],
  OIDC_ADMIN_GROUP: ['keepers'],
  OIDC_FACTORS: ['mfa', ' mfa  otp '],
  SCAN_COMMAND: ['', '/bin/sh', '/bin/sh  -c  true', 'sh', '/nowhere/scan'],
  ISOLATION: ['', 'auto', 'required', 'Required', 'no'],
  FIRST_CREDENTIALS: ['', 'auto', 'file', 'none'],
  KEY: ['', 'pgl_x'],
  METRICS_PORT: ['', '0', '9100', '8080', '8082', '65535', '65536'],
  METRICS_TOKEN: [
    '',
    'x'.repeat(15),
    'x'.repeat(16),
    'x'.repeat(256),
    'x'.repeat(257),
    `${'x'.repeat(15)} `,
    '~'.repeat(16),
  ],
  UNKNOWN: ['', 'x'],
}

/** Variables that only together mean something. */
const together: readonly Record<string, string>[] = [
  { PICTOGLYPH_IMAGES_PORT: '9000', PICTOGLYPH_TEXT_PORT: '9000', PICTOGLYPH_CONSOLE_PORT: '9000' },
  { PICTOGLYPH_CONSOLE_HOST: '10.0.0.1', PICTOGLYPH_CONSOLE_PORT: '8080' },
  { PICTOGLYPH_HOST: '10.0.0.1', PICTOGLYPH_CONSOLE_HOST: '10.0.0.1', PICTOGLYPH_CONSOLE_PORT: '8080' },
  { PICTOGLYPH_CONSOLE_HOST: 'a b', PICTOGLYPH_CONSOLE_PORT: '8080' },
  { PICTOGLYPH_HOST: 'a b', PICTOGLYPH_TEXT_PORT: '8080' },
  { PICTOGLYPH_SERVICES: 'text', PICTOGLYPH_IMAGES_PORT: '8081' },
  { PICTOGLYPH_SERVICES: 'image', PICTOGLYPH_IMAGES_PORT: '8081' },
  { PICTOGLYPH_SERVICES: 'text', PICTOGLYPH_METRICS_PORT: '8081' },
  { PICTOGLYPH_IMAGES_PORT: 'x', PICTOGLYPH_METRICS_PORT: 'x' },
  { PICTOGLYPH_IMAGES_PORT: '0', PICTOGLYPH_TEXT_PORT: '0', PICTOGLYPH_METRICS_PORT: '0' },
  { PICTOGLYPH_PROCESSES: '2', PICTOGLYPH_TEXT_PORT: '0' },
  { PICTOGLYPH_PROCESSES: '2', PICTOGLYPH_METRICS_PORT: '0' },
  { PICTOGLYPH_PROCESSES: '2', PICTOGLYPH_HOST: '::', PICTOGLYPH_IMAGES_URL: 'https://img.example' },
  provider,
  { ...provider, PICTOGLYPH_OIDC_ADMIN_GROUP: 'keepers', PICTOGLYPH_OIDC_FACTORS: 'mfa otp' },
  { ...provider, PICTOGLYPH_OIDC_ISSUER: 'x' },
  { PICTOGLYPH_OIDC_ISSUER: 'x' },
  { PICTOGLYPH_OIDC_ISSUER: 'https://id.example', PICTOGLYPH_OIDC_CLIENT_SECRET: 'secret' },
  store,
  { ...store, AWS_SECRET_ACCESS_KEY: '' },
  { ...store, AWS_SESSION_TOKEN: '', AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-2' },
  { ...store, AWS_SESSION_TOKEN: 'token', AWS_REGION: 'eu-1', AWS_DEFAULT_REGION: 'eu-2' },
  { ...store, AWS_DEFAULT_REGION: 'eu-2' },
  { ...store, AWS_SECRET_ACCESS_KEY: 'é', AWS_SESSION_TOKEN: 'é', AWS_REGION: 'é' },
  { ...store, PICTOGLYPH_BLOBS_URL: 's3://bucket?region=eu-3', AWS_REGION: 'é' },
  { JOURNAL_STREAM: '8:1' },
]

const listed = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'has' in value
    ? `networks (10.1.2.3 ${isIn(value)})`
    : JSON.stringify(value)

function isIn(set: object): boolean {
  const address = parseAddress('10.1.2.3')
  return address !== undefined && 'has' in set && typeof set.has === 'function' && set.has(address)
}

/** The parts of a configuration in lines. */
function partsOf(environment: Record<string, string>): Map<string, string> {
  const { services, ...others } = readConfiguration(environment)
  const here = JSON.stringify(process.cwd()).slice(1, -1)
  return new Map(
    Object.entries({ ...others, ...services }).map(([name, value]) => [
      name,
      String(listed(value)).replaceAll(here, '.'),
    ]),
  )
}

/** What an environment changes, or its problems. */
function outcomeOf(environment: Record<string, string>): string[] {
  try {
    const changed = [...partsOf(environment)].filter(([name, value]) => usual.get(name) !== value)
    return changed.map(([name, value]) => `  ${name} ${value}`)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.problems.map((problem) => `  ! ${problem}`)
  }
}

const usual = partsOf({})

test('every variable is read, or refused, as recorded', async () => {
  const single = Object.entries(values).flatMap(([name, all]) =>
    all.map((value) => ({ [`PICTOGLYPH_${name}`]: value })),
  )
  const lines = [...single, ...together].flatMap((environment) => [
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    ...outcomeOf(environment),
  ])
  const first = ['nothing is set', ...[...usual].map(([name, value]) => `  ${name} ${value}`)]
  const short = [...first, ...lines].map((line) =>
    line.replace(/x{16,}/g, (run) => `(x ${run.length} times)`).trimEnd(),
  )
  await expectRecorded(new URL('./configuration.txt', import.meta.url), short)
  const known = await Bun.file(new URL('../../src/configuration.ts', import.meta.url)).text()
  const named = [...known.matchAll(/^ {2}PICTOGLYPH_(\w+): /gm)].map(([, name]) => name)
  expect(Object.keys(values)).toEqual(expect.arrayContaining(named))
})
