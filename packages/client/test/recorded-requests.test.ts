import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import {
  createImagesClient,
  createTextClient,
  NetworkError,
  PictoglyphError,
  type UploadOptions,
} from '../src/index.ts'

/** A service that answers from a list, and notes what it was asked. */
function openService(...answers: (Response | Error)[]) {
  const lines: string[] = []
  async function fetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const request = new Request(url, init)
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`)
    lines.push(`${request.method} ${request.url}`, ...headers.map((line) => `  ${stable(line)}`))
    const text = await request.text()
    if (text !== '')
      lines.push(
        ...text
          .trimEnd()
          .split(/\r?\n/)
          .map((line) => `  | ${stable(line)}`),
      )
    const answer = answers.shift() ?? new Error('no more answers')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { lines, fetch }
}

/** Without what is random, and without a long file. */
const stable = (line: string): string =>
  line
    .replace(/-+(?:WebkitFormBoundary|pictoglyph)\w+/gi, 'BOUNDARY')
    .replace(/(?<=idempotency-key: )[0-9a-f]{32}$/, 'RANDOM')
    .replace(/x{99,}/, ({ length }) => `(${length} letters)`)

const success = (data: object = { id: 'a' }, status = 200) => Response.json({ ok: true, data }, { status })
const refusal = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  Response.json({ ok: false, error: { code, message: `It is ${code}.` }, ...more }, { status, headers })

/** What work resolves to, or how it fails. */
async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    return `→ ${JSON.stringify(await work())}`
  } catch (error) {
    if (error instanceof PictoglyphError) {
      const { name, message, code, status, requestId, retryAfterSeconds, resetAt } = error
      return `✗ ${JSON.stringify({ name, message, code, status, requestId, retryAfterSeconds, resetAt })}`
    }
    if (!(error instanceof Error)) return `✗ ${error}`
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return `✗ ${error.name}: ${error.message}${error instanceof NetworkError ? cause : ''}`
  }
}

const at = { baseUrl: 'https://img.example/base', key: 'pgl_key' }
const patient = { most: 3, firstWaitMs: 0, maxWaitMs: 0 }
const picture = new File(['png'], 'folder/a "b".png', { type: 'image/png' })

const recordedIn = (name: string) => new URL(`./${name}.txt`, import.meta.url)

test('each answer becomes the result or the error that is recorded', async () => {
  const lines: string[] = []
  const page = (status: number, headers = {}) => new Response('<html>', { status, headers })
  const answers: Record<string, () => Response | Error> = {
    success: () => success(),
    'success of 201': () => success({ id: 'b' }, 201),
    'success of 299': () => success({ id: 'b' }, 299),
    'success of 300': () => success({ id: 'b' }, 300),
    'no data': () => Response.json({ ok: true }),
    'data of null': () => Response.json({ ok: true, data: null }),
    'no ok': () => Response.json({ data: {} }),
    'no error': () => Response.json({ ok: false }, { status: 400 }),
    'an error without a code': () => Response.json({ error: { message: 'm' } }, { status: 400 }),
    'an error without a message': () => Response.json({ error: { code: 'c' } }, { status: 400 }),
    null: () => Response.json(null),
    'a refusal': () => refusal(400, 'BAD_REQUEST', { 'X-Request-Id': 'r' }),
    'a refusal of 200': () => refusal(200, 'BAD_REQUEST'),
    'a limit': () =>
      refusal(429, 'RATE_LIMITED', { 'Retry-After': '61' }, { data: { resetAt: 1_767_323_105_000 } }),
    'a wait of no number': () => refusal(429, 'RATE_LIMITED', { 'Retry-After': 'soon' }, { data: {} }),
    'a wait that is over': () =>
      refusal(429, 'RATE_LIMITED', { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    'a wait of nine digits': () => refusal(503, 'OVERLOADED', { 'Retry-After': '999999999' }),
    'no connection': () => new TypeError('refused', { cause: new Error('deeper') }),
  }
  for (const status of [200, 404, 412, 413, 414, 500, 501, 502, 503, 504, 505, 519, 520, 529, 530])
    answers[`a page of ${status}`] = () => page(status)
  for (const [name, answer] of Object.entries(answers)) {
    const { fetch } = openService(answer())
    const client = createImagesClient({ ...at, fetch, retries: 0 })
    lines.push(`${name} ${await outcomeOf(() => client.upload(picture))}`)
  }
  await expectRecorded(recordedIn('recorded-outcomes'), lines)
})

test('requests are sent again as recorded', async () => {
  const lines: string[] = []
  const passing: Record<string, () => Response | Error> = {
    'no connection': () => new TypeError('refused'),
    'a wait of no time': () => refusal(429, 'RATE_LIMITED', { 'Retry-After': '0' }),
    'a wait that is too long': () => refusal(429, 'RATE_LIMITED', { 'Retry-After': '1' }),
  }
  for (const status of [400, 407, 408, 409, 428, 429, 430, 499, 500, 503, 599])
    passing[String(status)] = () => refusal(status, 'CODE')
  for (const [name, answer] of Object.entries(passing))
    for (const [retries, failures] of [
      [patient, 3],
      [patient, 4],
      [{ ...patient, most: 1 }, 1],
      [0, 1],
    ] as const) {
      const service = openService(...Array.from({ length: failures }, answer), success())
      const client = createImagesClient({ ...at, fetch: service.fetch, retries })
      const outcome = await outcomeOf(() => client.upload(picture))
      const sent = service.lines.filter((line) => line.startsWith('POST')).length
      const keys = new Set(service.lines.filter((line) => line.includes('idempotency-key')))
      lines.push(`${failures} times ${name}: ${sent} requests with ${keys.size} keys ${outcome}`)
    }
  const stopped = AbortSignal.abort(new Error('stopped'))
  const { fetch, lines: sent } = openService(success())
  lines.push(
    await outcomeOf(() => createImagesClient({ ...at, fetch }).upload(picture, { signal: stopped })),
    `${sent.length}`,
  )
  await expectRecorded(recordedIn('recorded-retries'), lines)
})

test('uploads are sent as recorded, with each option and at each size', async () => {
  const lines: string[] = []
  const all: UploadOptions = {
    categoryId: 'c',
    albumId: 'a',
    title: 't "x"\r\ny',
    description: 'd',
    expiresIn: '1h',
    link: 'l',
    fileName: 'n "x".png',
    idempotencyKey: 'own',
  }
  const steps: string[] = []
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    void steps.push(`${sentBytes}/${totalBytes}`)
  const named = (name: string) => new File(['x'], name)
  const missing = () => refusal(400, 'FILE_MISSING')
  const large = (bytes: number) => new File(['x'.repeat(bytes)], 'large.png')
  const sends: [string, Blob | Uint8Array, object, (Response | Error)[]][] = [
    ['nothing', picture, {}, [success()]],
    ['all', picture, all, [success()]],
    ['a dry run', picture, { dryRun: true }, [success({ kind: 'verdict' })]],
    ['no dry run', picture, { dryRun: false }, [success()]],
    ['null', picture, { title: null, dryRun: null }, [success()]],
    ['progress', picture, { ...all, onProgress }, [success()]],
    ['bytes', new TextEncoder().encode('png'), {}, [success()]],
    ['no name', named(''), {}, [success()]],
    ['a path of Windows', named('c:\\x\\a.png'), { onProgress }, [success()]],
    ['64 KiB', large(65_536), {}, [success()]],
    ['a byte more', large(65_537), { onProgress }, [success()]],
    ['a byte more, not known', large(65_537), { title: 't' }, [missing(), success()]],
    ['a byte more, refused', large(65_537), {}, [refusal(400, 'BAD_REQUEST')]],
    ['a byte more, tried', large(65_537), { dryRun: true }, [success()]],
    ['a wrong case', picture, { dryrun: true }, []],
    ['a wrong case of a text', picture, { Title: 'x' }, []],
    ['a wrong text', picture, { title: 5 }, []],
    ['a wrong choice', picture, { dryRun: 'yes' }, []],
    ['a wrong function', picture, { onProgress: 1 }, []],
    ['an unknown option', picture, { more: 1 }, [success()]],
  ]
  for (const [name, source, given, answers] of sends) {
    const { lines: sent, fetch } = openService(...answers)
    const client = createImagesClient({ ...at, fetch, retries: 0 })
    const outcome = await outcomeOf(() => client.upload(source, given))
    lines.push(
      '',
      `# ${name}`,
      ...sent,
      outcome,
      ...(steps.length > 0 ? [`steps ${stable(steps.splice(0).join(' '))}`] : []),
    )
  }
  await expectRecorded(
    recordedIn('recorded-uploads'),
    lines.map((line) => line.replace(/(?<=content-length: |\/)\d{3,}/g, 'LENGTH')),
  )
})

test('addresses, and calls of the text service, are sent as recorded', async () => {
  const lines: string[] = []
  const bases = [
    'https://x.example',
    'https://x.example//',
    'https://x.example/base/?a=b#c',
    'https://x.example/api/v1/upload/',
    'https://x.example/base/api/public/encrypt',
    'https://x.example/api/public/other',
    'https://x.example/api/v1/upload/x',
    'ftp://x.example',
    'x.example',
    '',
  ]
  for (const baseUrl of bases) {
    const { lines: sent, fetch } = openService(success())
    lines.push(
      `${baseUrl}: ${await outcomeOf(async () => createImagesClient({ ...at, baseUrl, fetch }).upload(picture))}`,
      sent[0] ?? 'nothing sent',
    )
  }
  const service = openService(
    success({ charsets: [] }),
    success({ cipher: 'x' }),
    success({ text: 'x' }),
    success({ needKey: true, algoHint: 'h' }),
    refusal(400, 'DECODE_FAIL'),
  )
  const client = createTextClient({ baseUrl: 'https://text.example/', fetch: service.fetch, retries: 0 })
  const request = { text: 'é', charsetId: 'roar', algorithmId: 'rc4', key: 'k' }
  const calls = [
    () => client.options(),
    () => client.encrypt(request),
    () => client.decrypt({ cipher: 'x' }),
    () => client.decrypt({ cipher: 'x', key: 'k' }),
    () => client.decrypt({ cipher: 'y' }),
    () => client.options({ signal: AbortSignal.abort(new Error('stopped')) }),
  ]
  for (const call of calls) {
    const outcome = await outcomeOf(call)
    lines.push(...service.lines.splice(0), outcome)
  }
  await expectRecorded(recordedIn('recorded-calls'), lines)
})
