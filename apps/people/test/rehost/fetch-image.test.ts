import { expect, test } from 'bun:test'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { type FetchBounds, fetchImage as fetchWhole, usualBounds } from '../../src/rehost/fetch-image.ts'
import { selfSigned } from './self-signed.ts'

const fetchImage = async (address: string, bounds: FetchBounds) => (await fetchWhole(address, bounds)).content

/** Bounds for hosts of this machine, where 127.0.0.1 stands for the internet and all others are private. */
function boundsOf(given: Partial<FetchBounds> = {}): FetchBounds {
  return {
    maxBytes: 1_000,
    signal: new AbortController().signal,
    resolve: (name) => Promise.reject(new Error(`${name} was looked up`)),
    isAllowed: (address) => address === '127.0.0.1',
    ...given,
  }
}

function serve(answer: (request: Request) => Response | Promise<Response>, hostname = '127.0.0.1') {
  return Bun.serve({ hostname, port: 0, fetch: answer })
}

/** Why nothing was fetched. */
async function refusalOf(fetched: Promise<Blob>): Promise<string> {
  const error: unknown = await fetched.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'BAD_REQUEST' })
  return error instanceof Error ? error.message : ''
}

const picture = pngOf(1)

test('a picture is taken up to the largest size, and one byte more is refused, announced or not', async () => {
  const padded = (bytes: number) => new Uint8Array([...picture, ...new Uint8Array(bytes - picture.length)])
  await using host = serve(({ url }) => {
    const { pathname, search } = new URL(url)
    const body = padded(Number(pathname.slice(1)))
    return new Response(search === '' ? body : new Blob([body]).stream())
  })
  for (const search of ['', '?chunked']) {
    const fits = await fetchImage(`${host.url}1000${search}`, boundsOf())
    expect(await fits.bytes()).toEqual(padded(1_000))
    expect(await refusalOf(fetchImage(`${host.url}1001${search}`, boundsOf()))).toContain('is larger than')
  }
})

test('128 MiB are fetched, and no byte more', async () => {
  const mib = new Uint8Array(1024 * 1024)
  await using host = serve(({ url }) => {
    const more = new URL(url).pathname.slice(1).length
    const first = new Uint8Array([...picture, ...mib.subarray(picture.length)])
    return new Response(
      new Blob([first, ...Array<Uint8Array<ArrayBuffer>>(127).fill(mib), mib.subarray(0, more)]),
    )
  })
  const { maxBytes } = usualBounds(true)
  expect((await fetchImage(host.url.href, boundsOf({ maxBytes }))).size).toBe(134_217_728)
  expect(await refusalOf(fetchImage(`${host.url}x`, boundsOf({ maxBytes })))).toContain(
    'is larger than 128 MB',
  )
})

test('what sends without end is left at the largest size', async () => {
  const cancelled = Promise.withResolvers<void>()
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(500)),
      cancel: () => cancelled.resolve(),
    })
  await using host = serve(() => new Response(body()))
  expect(await refusalOf(fetchImage(host.url.href, boundsOf()))).toContain('is larger than')
  await cancelled.promise
})

test('a host that never answers, or never ends its answer, is left when the time is over', async () => {
  const deadline = { silent: new AbortController(), slow: new AbortController() }
  const never = new Promise<Response>(() => undefined)
  await using host = serve(({ url }) => {
    if (url.endsWith('/silent')) {
      deadline.silent.abort()
      return never
    }
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(picture),
      pull: async () => {
        deadline.slow.abort()
        await never
      },
    })
    return new Response(body)
  })
  for (const [name, { signal }] of Object.entries(deadline)) {
    const refusal = await refusalOf(fetchImage(`${host.url}${name}`, boundsOf({ signal })))
    expect(refusal).toContain('takes longer than a minute')
  }
  host.stop(true)
})

test('a name that is looked up for ever is left when the time is over', async () => {
  const deadline = new AbortController()
  const resolve = () => {
    queueMicrotask(() => deadline.abort())
    return new Promise<never>(() => undefined)
  }
  const bounds = boundsOf({ signal: deadline.signal, resolve })
  expect(await refusalOf(fetchImage('http://images.example/', bounds))).toContain(
    'takes longer than a minute',
  )
})

test('a host whose certificate no authority has signed is refused before it is asked, and the reason is said', async () => {
  let asked = 0
  await using host = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: selfSigned,
    fetch() {
      asked += 1
      return new Response(picture)
    },
  })
  const trusting = await fetch(host.url, { tls: { rejectUnauthorized: false } })
  expect([trusting.status, asked]).toEqual([200, 1])
  for (const bounds of [boundsOf(), { ...usualBounds(true), signal: new AbortController().signal }]) {
    expect(await refusalOf(fetchImage(host.url.href, bounds))).toMatch(/can't be fetched: .*self.signed/i)
  }
  expect(asked).toBe(1)
})

test('a redirect to an address or a name that is private is refused, and nothing is asked of it', async () => {
  let asked = 0
  await using hidden = serve(() => {
    asked += 1
    return new Response(picture)
  }, '127.0.0.2')
  await using host = serve(({ url }) => Response.redirect(new URL(url).searchParams.get('to') ?? ''))
  const resolve = () => Promise.resolve([{ address: '127.0.0.2', family: 4 }])
  const leadTo = (to: string) => fetchImage(`${host.url}?to=${encodeURIComponent(to)}`, boundsOf({ resolve }))
  for (const name of ['127.0.0.2', '2130706434', '0x7f.2', '[::ffff:127.0.0.2]', 'images.example']) {
    expect(await refusalOf(leadTo(`http://${name}:${hidden.port}/`))).toContain('is not on the internet')
  }
  expect(asked).toBe(0)
  const allowed = boundsOf({ resolve, isAllowed: () => true })
  await fetchImage(`${host.url}?to=${encodeURIComponent(`http://images.example:${hidden.port}/`)}`, allowed)
  expect(asked).toBe(1)
})

test('five redirects are followed, and no sixth', async () => {
  let asked = 0
  await using host = serve(({ url }) => {
    asked += 1
    const left = Number(new URL(url).pathname.slice(1))
    return left === 0 ? new Response(picture) : Response.redirect(`/${left - 1}`)
  })
  expect(await fetchWhole(`${host.url}5`, boundsOf())).toMatchObject({ address: `${host.url}0` })
  expect(asked).toBe(6)
  expect(await refusalOf(fetchImage(`${host.url}6`, boundsOf()))).toContain('leads on and on')
  expect(asked).toBe(12)
})

test('a name is looked up once, and asked only where none of its addresses is private', async () => {
  await using host = serve(({ headers }) =>
    headers.get('host') === `images.example:${host.port}`
      ? new Response(picture)
      : new Response('', { status: 400 }),
  )
  const address = `http://images.example:${host.port}/`
  const found = { of: ['127.0.0.1'], times: 0 }
  const resolve = () => {
    found.times += 1
    return Promise.resolve(found.of.map((one) => ({ address: one, family: 4 })))
  }
  expect((await fetchImage(address, boundsOf({ resolve }))).size).toBe(picture.length)
  expect(found.times).toBe(1)
  for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['10.0.0.1', '127.0.0.1']]) {
    found.of = addresses
    expect(await refusalOf(fetchImage(address, boundsOf({ resolve })))).toContain(
      'images.example is not on the internet',
    )
  }
  found.of = []
  expect(await refusalOf(fetchImage(address, boundsOf({ resolve })))).toContain('there is no images.example')
})

test('five waits do not count as redirects', async () => {
  const waited = new Set<string>()
  await using host = serve(({ url }) => {
    const left = Number(new URL(url).pathname.slice(1))
    if (left > 0 && !waited.has(url)) {
      waited.add(url)
      return new Response('', { status: 503, headers: { 'Retry-After': '0' } })
    }
    return left === 0 ? new Response(picture) : Response.redirect(`/${left - 1}`)
  })
  expect((await fetchImage(`${host.url}5`, boundsOf())).size).toBe(picture.length)
  expect(waited.size).toBe(5)
})

test('a host that asks to wait is asked again after that, and not for ever', async () => {
  let asked = 0
  await using host = serve(({ url }) => {
    asked += 1
    const isBusy = url.endsWith('/always') || asked < 3
    return isBusy
      ? new Response('', { status: asked % 2 === 0 ? 503 : 429, headers: { 'Retry-After': '0' } })
      : new Response(picture)
  })
  expect(await (await fetchImage(host.url.href, boundsOf())).bytes()).toEqual(picture)
  expect(asked).toBe(3)
  asked = 0
  expect(await refusalOf(fetchImage(`${host.url}always`, boundsOf()))).toMatch(/answers (429|503)/)
  expect(asked).toBe(6)
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString()

test('a host is waited for that asks for a minute at most, in seconds or as a date', async () => {
  const asks = (status: number, retryAfter?: string) =>
    serve(() => new Response('', { status, headers: { ...(retryAfter && { 'Retry-After': retryAfter }) } }))
  for (const [status, retryAfter] of [
    [429, '60'],
    [503, '000060'],
    [429, inSeconds(50)],
  ] as const) {
    await using host = asks(status, retryAfter)
    const bounds = boundsOf({ signal: AbortSignal.timeout(100) })
    expect(await refusalOf(fetchImage(host.url.href, bounds))).toContain('takes longer than a minute')
  }
  for (const [status, retryAfter] of [
    [429, undefined],
    [429, '61'],
    [503, '999999'],
    [503, 'soon'],
    [503, inSeconds(3_600)],
    [500, '0'],
    [428, '0'],
    [404, '0'],
  ] as const) {
    await using host = asks(status, retryAfter)
    expect(await refusalOf(fetchImage(host.url.href, boundsOf()))).toBe(`${host.url} answers ${status}.`)
  }
  let asked = 0
  await using host = serve(() => {
    asked += 1
    const headers = { 'Retry-After': inSeconds(-10) }
    return asked === 1 ? new Response('', { status: 429, headers }) : new Response(picture)
  })
  expect((await fetchImage(host.url.href, boundsOf())).size).toBe(picture.length)
})

test('an answer from 300 to 399 leads on if it says where, and any other but 200 is a refusal', async () => {
  await using host = serve(({ url }) => {
    const { pathname, search } = new URL(url)
    const headers = { ...(search === '' && { Location: '/200?' }) }
    return pathname === '/200'
      ? new Response(picture)
      : new Response('', { status: Number(pathname.slice(1)), headers })
  })
  for (const status of [300, 301, 308, 399]) {
    expect((await fetchImage(`${host.url}${status}`, boundsOf())).size).toBe(picture.length)
    const address = `${host.url}${status}?nowhere`
    expect(await refusalOf(fetchImage(address, boundsOf()))).toBe(`${address} answers ${status}.`)
  }
  for (const status of [201, 206, 299, 400]) {
    const address = `${host.url}${status}`
    expect(await refusalOf(fetchImage(address, boundsOf()))).toBe(`${address} answers ${status}.`)
  }
})
