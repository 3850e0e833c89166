import { expect, test } from 'bun:test'
import { readConfiguration } from '../src/configuration.ts'
import { pictoglyph } from './command.ts'
import { problemsOf } from './problems-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** One problem each, of every kind that can be judged without asking anything of the machine. */
const wrong: readonly (readonly [variables: Record<string, string>, problem: RegExp])[] = [
  [{ PICTOGLYPH_IMAGE_URL: 'x' }, /^PICTOGLYPH_IMAGE_URL is not a variable/],
  [{ PICTOGLYPH_HOST: 'a b' }, /^PICTOGLYPH_HOST: must be an address/],
  [{ PICTOGLYPH_TEXT_URL: 'nonsense' }, /^PICTOGLYPH_TEXT_URL: must be an http/],
  [{ PICTOGLYPH_CONSOLE_URL: 'https://a.example/console' }, /^PICTOGLYPH_CONSOLE_URL: must have no path/],
  [{ PICTOGLYPH_DATABASE_URL: 'mysql://x' }, /^PICTOGLYPH_DATABASE_URL: must begin with/],
  [
    { PICTOGLYPH_BLOBS_URL: 's3://b' },
    /^PICTOGLYPH_BLOBS_URL: .*AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  ],
  [
    { PICTOGLYPH_BLOBS_URL: 's3://b?regoin=x', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    /^PICTOGLYPH_BLOBS_URL: .*unknown parameter/,
  ],
  [{ PICTOGLYPH_LIMITER_URL: 'memory:x' }, /^PICTOGLYPH_LIMITER_URL: must be memory:/],
  [{ PICTOGLYPH_LIMITER_URL: 'redis://a:b' }, /^PICTOGLYPH_LIMITER_URL: must be memory:/],
  [{ PICTOGLYPH_TRUSTED_PROXIES: '10.0.0.0/99' }, /^PICTOGLYPH_TRUSTED_PROXIES: /],
  [{ PICTOGLYPH_PROCESSES: '0' }, /^PICTOGLYPH_PROCESSES: must be/],
  [
    { PICTOGLYPH_OIDC_CLIENT_ID: 'console', PICTOGLYPH_OIDC_CLIENT_SECRET: 'secret' },
    /^PICTOGLYPH_OIDC_ISSUER: is missing/,
  ],
  [
    { PICTOGLYPH_IMAGES_PORT: '9000', PICTOGLYPH_TEXT_PORT: '9000' },
    /^PICTOGLYPH_TEXT_PORT: must not be 9000/,
  ],
  [
    { PICTOGLYPH_PROCESSES: '2', PICTOGLYPH_CONSOLE_PORT: '0' },
    /^PICTOGLYPH_CONSOLE_PORT: several processes/,
  ],
  [{ PICTOGLYPH_METRICS_TOKEN: 'short' }, /^PICTOGLYPH_METRICS_TOKEN: /],
]

const has = (problems: readonly string[], problem: RegExp) => problems.some((one) => problem.test(one))

test('every two problems of a configuration are told together', () => {
  for (const [variables, problem] of wrong)
    expect(problemsOf(variables)).toEqual([expect.stringMatching(problem)])
  for (const [index, [variables, problem]] of wrong.entries()) {
    for (const [others, other] of wrong.slice(index + 1)) {
      if (Object.keys(others).some((name) => Object.hasOwn(variables, name))) continue
      const problems = problemsOf({ ...variables, ...others })
      expect([problems, has(problems, problem), has(problems, other)]).toEqual([problems, true, true])
    }
  }
})

test('a value that is refused causes no second problem', () => {
  const alone: Record<string, string>[] = [
    { PICTOGLYPH_IMAGES_PORT: 'x', PICTOGLYPH_TEXT_PORT: '8080' },
    { PICTOGLYPH_HOST: 'a b', PICTOGLYPH_CONSOLE_PORT: '8080' },
    { PICTOGLYPH_SERVICES: 'image', PICTOGLYPH_CONSOLE_PORT: '8080' },
    {
      PICTOGLYPH_OIDC_ISSUER: 'x',
      PICTOGLYPH_OIDC_CLIENT_ID: 'console',
      PICTOGLYPH_OIDC_CLIENT_SECRET: 'secret',
    },
  ]
  for (const variables of alone) {
    const [name = ''] = Object.keys(variables)
    expect(problemsOf(variables)).toEqual([expect.stringContaining(`${name}: `)])
  }
})

test('credentials of a store go into headers, so what no header can hold is refused', () => {
  const store = { PICTOGLYPH_BLOBS_URL: 's3://b', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(problemsOf(store)).toEqual([])
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'AWS_REGION']) {
    const problems = problemsOf({ ...store, [name]: '钥匙' })
    expect(problems).toEqual([expect.stringContaining(name)])
    expect(problems.join()).not.toContain('钥匙')
  }
})

test('the command tells all of them before anything is made', async () => {
  await using folder = await temporaryFolder()
  const { code, err } = await pictoglyph(
    { PICTOGLYPH_DATA_DIR: folder.path, PICTOGLYPH_IMAGE_URL: 'x', PICTOGLYPH_BLOBS_URL: 's3://b' },
    ['serve'],
  )
  expect([code, err]).toEqual([2, expect.stringContaining('PICTOGLYPH_IMAGE_URL')])
  expect(err).toContain('AWS_ACCESS_KEY_ID')
})

test('addresses are kept as browsers write them, without a slash at their end', () => {
  const written: readonly (readonly [given: string, kept: string])[] = [
    ['http://图床.example', 'http://xn--wcso9o.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['HTTPS://IMG.Example:443//', 'https://img.example'],
    ['http://img.example/ä b/图/', 'http://img.example/%C3%A4%20b/%E5%9B%BE'],
  ]
  for (const [given, kept] of written) {
    const { services } = readConfiguration({ PICTOGLYPH_IMAGES_URL: given, PICTOGLYPH_TEXT_URL: given })
    expect([services.images.url, services.text.url]).toEqual([kept, kept])
  }
  const { services } = readConfiguration({
    PICTOGLYPH_CONSOLE_URL: 'https://konsole.bücher.example/',
    PICTOGLYPH_HOST: 'bücher.local',
  })
  expect(services.console.url).toBe('https://konsole.xn--bcher-kva.example')
  expect(services.images.url).toBe('http://xn--bcher-kva.local:8080')
})
