/**
 * The spine of a request: the source files of which a function ran between its first byte and its answer, start-up
 * aside. A file counts if it ran for each of five such requests, after two that warm up.
 *
 * `bun bench/spine.ts [encrypt] [decrypt] [options] [upload] [link] [page] [gallery] [account]`; all of them by default.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import { photograph } from './images/photographs.ts'
import { type UploadForm, uploadForm } from './images/upload-form.ts'
import { startPinnedServer } from './load/pinned-server.ts'
import { createMarkedCopy, type MarkedCopy } from './spine/marked-copy.ts'

const warmUps = 2
const counted = 5
/** Less than the time between two looks at the settings. */
const quietMs = 400

interface Site {
  images: string
  text: string
  console: string
  apiKey: string
  password: string
  form: UploadForm
}

/** Makes ready, and gives what is asked for the nth time. */
const requests: Record<string, (site: Site) => Promise<(turn: number) => Request>> = {
  encrypt: async ({ text }) => {
    const body = { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' }
    return () => jsonRequest(`${text}/api/public/encrypt`, body)
  },
  decrypt: async ({ text }) => {
    const cipher = createClassicEncoder(shippedCharsets[0]!).toCipher('Hello')
    return () => jsonRequest(`${text}/api/public/decrypt`, { cipher })
  },
  options: async ({ text }) => {
    return () => new Request(`${text}/api/public/options`)
  },
  upload: async (site) => (turn) => uploadRequest(site, turn),
  link: async (site) => {
    const { url } = await uploaded(site)
    return () => new Request(url)
  },
  page: async (site) => {
    const { url } = await uploaded(site)
    return () => new Request(url.replace(/\/i\/(\w+).*/, '/p/$1'), { headers: { Accept: 'text/html' } })
  },
  gallery: async (site) => {
    await uploaded(site)
    return consolePage(site, '/images')
  },
  account: (site) => consolePage(site, '/account'),
}

const wanted = process.argv.slice(2)
const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-spine-'))
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function run(): Promise<void> {
  const copy = await createMarkedCopy(directory)
  await using server = await startPinnedServer(
    [process.execPath, copy.main, 'serve', '--json'],
    {
      PICTOGLYPH_DATA_DIR: join(directory, 'data'),
      PICTOGLYPH_IMAGES_PORT: '0',
      PICTOGLYPH_TEXT_PORT: '0',
      PICTOGLYPH_CONSOLE_PORT: '0',
    },
    /"images":"(http:[^"]+)"/,
  )
  const { preface } = server
  const site: Site = {
    images: server.url,
    text: /"text":"(http:[^"]+)\/"/.exec(preface)?.[1] ?? '',
    console: /"console":"(http:[^"]+)\/"/.exec(preface)?.[1] ?? '',
    apiKey: /"apiKey":"(\w+)"/.exec(preface)?.[1] ?? '',
    password: /"password":"([^"]+)"/.exec(preface)?.[1] ?? '',
    form: await uploadForm(await photograph({ pixelBytes: 180_000, withMetadata: false })),
  }
  for (const name of wanted.length === 0 ? Object.keys(requests) : wanted) {
    const files = await spineOf(copy, site, name)
    console.log(`\n${name}: ${files.length} files\n  ${files.join('\n  ')}`)
  }
}

async function spineOf(copy: MarkedCopy, site: Site, name: string): Promise<readonly string[]> {
  const prepare = requests[name]
  if (prepare === undefined)
    throw new Error(`There is no "${name}"; there is ${Object.keys(requests).join(', ')}.`)
  const next = await prepare(site)
  let ranEachTime: ReadonlySet<string> | undefined
  for (let turn = 0; turn < warmUps + counted; turn++) {
    await untilQuiet(copy)
    copy.begin()
    await answerOf(next(turn))
    const ran = new Set(await ranForRequests(copy))
    if (turn >= warmUps) ranEachTime = ranEachTime?.intersection(ran) ?? ran
  }
  return [...(ranEachTime ?? [])].toSorted()
}

/** What an upload leaves to be done after its answer, such as its thumbnail, is no part of the next one. */
async function untilQuiet(copy: MarkedCopy): Promise<void> {
  do {
    copy.begin()
    await Bun.sleep(quietMs)
  } while ((await ranForRequests(copy)).length > 0)
}

/** The watchdog beats whether there are requests or not. */
async function ranForRequests(copy: MarkedCopy): Promise<readonly string[]> {
  return [...(await copy.ran())].filter((path) => !path.includes('/watchdog/'))
}

async function answerOf(request: Request): Promise<string> {
  const answer = await fetch(request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${request.url} answers ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

function jsonRequest(url: string, body: object): Request {
  const headers = { 'Content-Type': 'application/json' }
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Signs in as the first administrator. */
async function consolePage(site: Site, path: string): Promise<() => Request> {
  const cookies = new Bun.CookieMap()
  const ask = async (init: RequestInit): Promise<string> => {
    const headers = { Cookie: cookieHeader(cookies), Origin: site.console, 'Sec-Fetch-Site': 'same-origin' }
    const answer = await fetch(`${site.console}/sign-in`, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const { name, value } = Bun.Cookie.parse(line)
      cookies.set(name, value)
    }
    return answer.text()
  }
  const csrf = /name="csrf" value="([^"]+)"/.exec(await ask({}))?.[1] ?? ''
  const body = new URLSearchParams({ csrf, name: 'admin', password: site.password })
  await ask({ method: 'POST', body })
  const headers = { Cookie: cookieHeader(cookies), Accept: 'text/html' }
  return () => new Request(`${site.console}${path}`, { headers, redirect: 'error' })
}

function cookieHeader(cookies: Bun.CookieMap): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function uploadRequest({ images, apiKey, form }: Site, number: number): Request {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': form.contentType }
  const { bytes } = form.stamped(number)
  return new Request(`${images}/api/v1/upload`, { method: 'POST', headers, body: bytes })
}

async function uploaded(site: Site): Promise<{ url: string }> {
  const answer = await answerOf(uploadRequest(site, 1_000))
  return (JSON.parse(answer) as { data: { url: string } }).data
}
