import { failure, type PageCodec, type PageOutcome } from './page-codec.ts'

export interface OfferedCharset {
  id: string
  name: string
  c0: string
  c1: string
  c2: string
  c3: string
  isDefault: boolean
}

export interface OfferedAlgorithm {
  id: string
  name: string
  type: string
  isDefault: boolean
  needKey: boolean
}

/** The data of an `options` answer. */
export interface Offers {
  charsets: OfferedCharset[]
  algorithms: OfferedAlgorithm[]
}

interface Answer<Data> {
  ok: boolean
  data?: Data & { resetAt?: number }
  error?: { code: string; message: string }
}

interface Encoded {
  cipher: string
  algoName: string
  charsetName: string
  durationMs: number
}

interface Decoded {
  needKey?: true
  text: string
  algoType: string
  charsetName: string
  durationMs: number
  doubtful?: true
}

/** The page's own service. */
export const service: PageCodec = {
  encode: (request, signal) =>
    outcomeOf<Encoded>('encrypt', request, signal, ({ cipher, charsetName, algoName, durationMs }) => {
      return { kind: 'cipher', cipher, charset: charsetName, algorithm: algoName, durationMs }
    }),

  decode: (request, signal) =>
    outcomeOf<Decoded>(
      'decrypt',
      request,
      signal,
      ({ needKey, text, charsetName, algoType, durationMs, doubtful }) => {
        if (needKey) return { kind: 'key needed', algorithm: algoType }
        const doubt = doubtful && 'loss'
        return { kind: 'text', text, charset: charsetName, algorithm: algoType, durationMs, doubt }
      },
    ),
}

async function outcomeOf<Data>(
  name: string,
  body: unknown,
  signal: AbortSignal,
  read: (data: Data) => PageOutcome,
): Promise<PageOutcome> {
  try {
    const { data, error } = await call<Data>(name, body, signal)
    if (error !== undefined) return failure(error.code, error.message, data?.resetAt)
    return data === undefined ? failure('UNREACHABLE') : read(data)
  } catch {
    // No connection, or an answer of another server.
    return failure('UNREACHABLE')
  }
}

async function call<Data>(name: string, body?: unknown, signal?: AbortSignal): Promise<Answer<Data>> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`./api/public/${name}`, {
    ...(body === undefined ? {} : post),
    ...(signal === undefined ? {} : { signal }),
  })
  return await answer.json()
}
