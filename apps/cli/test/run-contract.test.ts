import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { testWith } from '@pictoglyph/web/test/test-with'
import { pictoglyph, type RunningCommand, startPictoglyph } from './command.ts'

const inForceMs = 2_000

let directory = ''
let variables: Record<string, string> = {}
let server: RunningCommand
let addresses = { images: '', text: '', console: '' }
let apiKey = ''
let curl = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pictoglyph-contract-'))
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  variables = {
    PICTOGLYPH_DATA_DIR: join(directory, 'data'),
    PICTOGLYPH_IMAGES_PORT: String(ports[0]),
    PICTOGLYPH_TEXT_PORT: String(ports[1]),
    PICTOGLYPH_CONSOLE_PORT: String(ports[2]),
  }
  const [images, text, console] = ports.map((port) => `http://localhost:${port}`)
  addresses = { images: images ?? '', text: text ?? '', console: console ?? '' }
  server = startPictoglyph(variables, ['serve'])
  apiKey = await server.printed(/API key +(pgl_\w+)/)
  curl = await server.printed(/^ *(curl .*)$/m)
  await server.printed(/console +http/)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(directory, { recursive: true })
})

/** Runs a command beside the server; what it prints as JSON. */
async function run<T>(words: readonly string[], input = ''): Promise<T> {
  const { code, out, err } = await pictoglyph(variables, [...words, '--json'], input)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`)
  return JSON.parse(out)
}

interface Answer {
  status: number
  code: string
  data: Record<string, unknown>
}

async function upload(key: string, fields: Record<string, string>): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const photograph = Bun.file(join(import.meta.dir, '../../../examples/photograph.jpg'))
  form.set('file', new File([await photograph.arrayBuffer()], 'photograph.jpg'))
  return answerOf(
    await fetch(`${addresses.images}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    }),
  )
}

const encrypt = async (charsetId: string, algorithmId: string): Promise<Answer> =>
  answerOf(
    await fetch(`${addresses.text}/api/public/encrypt`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'A', charsetId, algorithmId }),
    }),
  )

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as { data?: Record<string, unknown>; error?: { code: string } }
  return { status: response.status, code: body.error?.code ?? '', data: body.data ?? {} }
}

/** Asks again until the answer fits; fails once one doesn't that was asked for when a change must be in force. */
async function soon(ask: () => Promise<Answer>, fits: (answer: Answer) => boolean): Promise<Answer> {
  const endMs = performance.now() + inForceMs
  while (true) {
    const askedMs = performance.now()
    const answer = await ask()
    if (fits(answer)) return answer
    if (askedMs > endMs) throw new Error(`still ${JSON.stringify(answer)} after ${inForceMs} ms`)
    await Bun.sleep(50)
  }
}

testWith('curl')('the curl line of the first start uploads a file as it stands', async () => {
  const child = Bun.spawn(['bash', '-c', `${curl} --silent`], { stdout: 'pipe' })
  const body = JSON.parse(await new Response(child.stdout).text())
  expect(body).toMatchObject({ ok: true, data: { type: 'image/jpeg' } })
  expect((await fetch(body.data.url)).status).toBe(200)
  expect((await fetch(body.data.pageUrl)).status).toBe(200)
})

test('every service answers that it lives and is ready, and describes itself', async () => {
  for (const address of Object.values(addresses)) {
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  }
  for (const address of [addresses.images, addresses.text]) {
    expect(await (await fetch(`${address}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.1' })
    expect((await fetch(`${address}/docs`)).headers.get('content-type')).toStartWith('text/html')
  }
})

test('a user, a key, a category and an album made beside the server work at once', async () => {
  const user = await run<{ id: string; password: string }>(['user', 'add', 'berta'])
  expect(user.password.length).toBeGreaterThanOrEqual(16)
  const category = await run<{ id: string }>(['category', 'add', 'Landscapes'])
  const album = await run<{ id: string }>(['album', 'add', 'Summer', '--owner', 'berta'])
  const key = await run<{ id: string; key: string }>([
    'key',
    'create',
    '--user',
    'berta',
    '--permission',
    'images:upload',
  ])
  const { status } = await upload(key.key, { categoryId: category.id, albumId: album.id })
  expect(status).toBe(200)
  expect(await run<object[]>(['user', 'list'])).toHaveLength(2)
  expect(await run<object[]>(['album', 'list'])).toMatchObject([{ id: album.id, name: 'Summer', images: 1 }])
  expect(await run<object[]>(['category', 'list'])).toMatchObject([
    { id: 'general' },
    { id: category.id, images: 1 },
  ])

  await run(['category', 'disable', category.id])
  await soon(
    () => upload(key.key, { categoryId: category.id }),
    ({ code }) => code === 'CATEGORY_UNAVAILABLE',
  )
  await run(['category', 'enable', category.id])
  await soon(
    () => upload(key.key, { categoryId: category.id }),
    (answer) => answer.status === 200,
  )
  await run(['key', 'revoke', key.id])
  await soon(
    () => upload(key.key, { categoryId: category.id }),
    (answer) => answer.status === 401,
  )
})

test('a user can be given a password on standard input', async () => {
  expect(
    await run<object>(
      ['user', 'add', 'carol', '--role', 'admin', '--password-stdin'],
      'a fine long password\n',
    ),
  ).not.toHaveProperty('password')
  expect(await run<object[]>(['user', 'list'])).toContainEqual(
    expect.objectContaining({ name: 'carol', role: 'admin' }),
  )
  const key = await run<{ key: string }>([
    'key',
    'create',
    '--user',
    'carol',
    '--permission',
    'images:upload',
  ])
  await run(['user', 'disable', 'carol'])
  await soon(
    () => upload(key.key, { categoryId: 'general' }),
    (answer) => answer.status === 401,
  )
})

test('a key may upload without that being said, and is printed as JSON with a sentence beside it', async () => {
  const made = await pictoglyph(variables, ['key', 'create', '--user', 'admin'])
  const { id, key } = JSON.parse(made.out) as { id: string; key: string }
  expect(made.err).toBe(`The key "key" of admin is created. Its id is ${id}.\n`)
  expect(await upload(key, { categoryId: 'general' })).toMatchObject({ status: 200 })
})

test('keys expire, and the list of keys holds no key', async () => {
  const past = await pictoglyph(variables, ['key', 'create', '--user', 'admin', '--expires', '2001-01-01'])
  expect(past.code).toBe(1)
  await run(['key', 'create', '--user', 'admin', '--expires', '30d'])
  const { out } = await pictoglyph(variables, ['key', 'list', '--json'])
  expect(out).not.toMatch(/pgl_|[0-9a-f]{64}/)
  expect(JSON.parse(out).some(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null)).toBe(true)
})

test('a policy is in force within two seconds', async () => {
  await run(['policy', 'set', 'upload.maxBytes', '1000'])
  await soon(
    () => upload(apiKey, { categoryId: 'general' }),
    ({ code }) => code === 'TOO_LARGE',
  )
  await run(['policy', 'set', 'upload.maxBytes', '20000000'])
  await run(['policy', 'set', 'upload.types', 'image/png,gif'])
  await soon(
    () => upload(apiKey, { categoryId: 'general' }),
    ({ code }) => code === 'TYPE_NOT_ALLOWED',
  )
  await run(['policy', 'set', 'upload.types', 'jpeg,png'])
  await soon(
    () => upload(apiKey, { categoryId: 'general' }),
    ({ status }) => status === 200,
  )
  const shown = await run<Record<string, unknown>>(['policy', 'show'])
  expect(shown).toMatchObject({ 'upload.maxBytes': 20_000_000, 'upload.types': ['image/jpeg', 'image/png'] })
  for (const [key, value] of [
    ['upload.maxBytes', '-1'],
    ['upload.types', 'bmp'],
    ['nonsense', '1'],
  ] as const) {
    const refused = await pictoglyph(variables, ['policy', 'set', key, value, '--json'])
    expect([refused.code, JSON.parse(refused.err).error.code]).toEqual([1, 'BAD_REQUEST'])
  }
})

test('access lists, whitelist mode and the rate limit are in force within two seconds', async () => {
  const ask = () => encrypt('roar', 'classic')
  const loopbacks = ['127.0.0.0/8', '::1/128']
  for (const network of loopbacks) await run(['ip', 'block', network, '--note', 'test'])
  await soon(ask, ({ code }) => code === 'IP_BLACKLISTED')
  expect(await run<object[]>(['ip', 'list'])).toHaveLength(2)
  for (const network of loopbacks) await run(['ip', 'remove', network])
  await run(['policy', 'set', 'text.whitelistMode', 'on'])
  await soon(ask, ({ code }) => code === 'IP_NOT_WHITELISTED')
  for (const network of loopbacks) await run(['ip', 'allow', network])
  await soon(ask, ({ status }) => status === 200)
  await run(['policy', 'set', 'text.requestsPerMinute', '1'])
  await soon(ask, ({ code }) => code === 'RATE_LIMITED')
  await run(['policy', 'set', 'text.requestsPerMinute', '0'])
  await soon(ask, ({ status }) => status === 200)
  await run(['policy', 'set', 'text.whitelistMode', 'off'])
  const hostBits = await pictoglyph(variables, ['ip', 'block', '10.0.0.1/8'])
  expect([hostBits.code, hostBits.err.includes('10.0.0.0/8')]).toEqual([1, true])
}, 30_000)

test('character sets and presets are offered, withdrawn and made the default', async () => {
  await run(['charset', 'add', 'shapes', 'Shapes', '■□▲△'])
  await soon(
    () => encrypt('shapes', 'classic'),
    ({ status }) => status === 200,
  )
  await run(['charset', 'disable', 'shapes'])
  await soon(
    () => encrypt('shapes', 'classic'),
    ({ code }) => code === 'BAD_REQUEST',
  )
  expect(await run(['charset', 'default', 'shapes'])).toEqual({ ok: true, id: 'shapes', enabled: true })
  await soon(
    () => encrypt('shapes', 'classic'),
    ({ status }) => status === 200,
  )
  expect(
    (await run<{ id: string; isDefault: boolean }[]>(['charset', 'list'])).filter(
      ({ isDefault }) => isDefault,
    ),
  ).toMatchObject([{ id: 'shapes' }])
  await run(['preset', 'add', 'mine', 'My frame', 'RAW', '--variant', 'frame'])
  await soon(
    () => encrypt('roar', 'mine'),
    ({ status }) => status === 200,
  )
  for (const words of [
    ['charset', 'add', 'again', 'Again', '△▲□■'],
    ['charset', 'add', 'bad', 'Bad', 'a b c'],
    ['charset', 'disable', 'shapes'],
    ['preset', 'add', 'worse', 'Worse', 'ROT13'],
    ['preset', 'disable', 'classic'],
  ]) {
    const refused = await pictoglyph(variables, words)
    expect([words, refused.code]).toEqual([words, 1])
    expect(refused.err.length).toBeGreaterThan(20)
  }
}, 30_000)

test('a later start prints no secret, and being told to stop it ends with 0', async () => {
  expect(await server.stop()).toBe(0)
  server = startPictoglyph(variables, ['serve'])
  await server.printed(/console +http/)
  expect(server.out()).not.toMatch(/pgl_|password/)
  expect((await upload(apiKey, { categoryId: 'general' })).status).toBe(200)
})

test('every problem of the environment is told at once, with its variable', async () => {
  const { code, err } = await pictoglyph(
    {
      PICTOGLYPH_IMAGES_PORT: 'x',
      PICTOGLYPH_TYPO: '1',
      PICTOGLYPH_BLOBS_URL: 'ftp://a',
      PICTOGLYPH_HOST: 'two words',
      PICTOGLYPH_CONSOLE_HOST: 'http://127.0.0.1',
    },
    ['serve'],
  )
  expect(code).toBe(2)
  for (const name of [
    'PICTOGLYPH_IMAGES_PORT',
    'PICTOGLYPH_TYPO',
    'PICTOGLYPH_BLOBS_URL',
    'PICTOGLYPH_HOST',
    'PICTOGLYPH_CONSOLE_HOST',
  ])
    expect(err).toContain(name)
})

test('a start whose last address is taken ends by itself and says why, before it shows what is shown once', async () => {
  const taken = createServer()
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => {
      const address = taken.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const { code, out, err } = await pictoglyph(
    {
      PICTOGLYPH_DATA_DIR: join(directory, 'taken'),
      PICTOGLYPH_IMAGES_PORT: '0',
      PICTOGLYPH_TEXT_PORT: '0',
      PICTOGLYPH_CONSOLE_PORT: String(port),
    },
    ['serve'],
  )
  taken.close()
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`port ${port} of 127.0.0.1`)
  expect(err).toContain('PICTOGLYPH_CONSOLE_PORT')
})

test('encode and decode work in a pipe, without a site', async () => {
  const text = '你好\n😀 second line\n'
  for (const options of [
    [],
    ['--preset', 'compact'],
    ['--preset', 'rc4', '--key', 'k'],
    ['--charset', 'cats'],
  ]) {
    const encoded = await pictoglyph({}, ['encode', ...options], text)
    const key = options.includes('--key') ? ['--key', 'k'] : []
    expect((await pictoglyph({}, ['decode', ...key], encoded.out)).out).toBe(text)
  }
  expect((await pictoglyph({}, ['encode'], '你好')).out.trim()).toBe('~呜嗷呜嗷嗷嗷啊嗷嗷~啊呜~啊~呜呜嗷啊')
  const damaged = await pictoglyph({}, ['decode', '--json'], 'no cipher at all')
  expect([damaged.code, JSON.parse(damaged.err).error.code]).toEqual([1, 'DECODE_FAIL'])
}, 30_000)

test('what a pipe or a key file can not carry as it is, is refused and not replaced', async () => {
  const latin = join(directory, 'latin.key')
  const noUtf8 = new Uint8Array([0xe4])
  await Bun.write(latin, noUtf8)
  const halfAnEmoji = '~呜嗷~呜啊呜呜呜嗷嗷啊'
  const refused = [
    [['encode', '--preset', 'rc4', '--key-file', latin], 'a', `${latin} is not valid UTF-8`],
    [['encode'], noUtf8, 'Standard input is not valid UTF-8'],
    [['decode'], noUtf8, 'Standard input is not valid UTF-8'],
    [['encode', '--preset', 'rc4', '--key', 'k'.repeat(257)], 'a', 'key'],
    [['decode'], halfAnEmoji, 'use --json'],
  ] as const
  for (const [words, input, reason] of refused) {
    const { code, out, err } = await pictoglyph({}, words, input)
    expect([words, code, out, err]).toEqual([words, 1, '', expect.stringContaining(reason)])
  }
  const whole = await pictoglyph({}, ['decode', '--json'], halfAnEmoji)
  expect(JSON.parse(whole.out).text).toBe('\ud83d')
}, 30_000)
