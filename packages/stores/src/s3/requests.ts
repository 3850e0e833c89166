import { AwsV4Signer } from 'aws4fetch'
import { refusalOf, S3Silence } from './failures.ts'
import { hasBucketHost, keyPath, type S3Location } from './location.ts'

/** The credentials for the store. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** One request to a bucket. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** `undefined` for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes with their SHA-256 (lower-case hex), or a short text. The store verifies it by the signature. */
  body?: { bytes: Blob; sha256: string } | string
  /** Timeout without progress: no piece of the body is sent, no answer begins, or no piece of a text arrives. */
  timeoutMs: number
  /** Timeout between two pieces of the answer's body; `timeoutMs` by default. */
  betweenMs?: number
  /**
   * Whether the request must reach the store at most once. It then uses its own connection, because `fetch` repeats a
   * request if a reused connection breaks before the answer.
   */
  isSentOnce?: boolean
}

/** A successful answer, before its body is read. */
export interface S3Answer {
  status: number
  headers: Headers
  text(): Promise<string>
  /**
   * @param knownBytes length of the body, for an answer that announces none
   * @throws (as an error of the stream) when the body is shorter or longer than announced, or stalls
   */
  body(knownBytes?: number): ReadableStream<Uint8Array>
}

/**
 * Sends one signed request (AWS Signature Version 4), once.
 * @throws {S3Refusal} for an unsuccessful answer; {@link S3Silence} if none comes in time; whatever `fetch` throws
 */
export type SendS3Request = (request: S3Request) => Promise<S3Answer>

/** Creates the function that sends requests to one bucket. */
export function createS3Requests(location: S3Location, credentials: S3Credentials): SendS3Request {
  const { bucket, endpoint, region } = location
  const isBucketHost = hasBucketHost(location)
  const base = isBucketHost ? `${endpoint}/` : `${endpoint}/${bucket}/`
  const signingKeys = new Map<string, ArrayBuffer>()

  function sign({ method, key = '', query = {}, headers = {}, body = '' }: S3Request) {
    const url = new URL(base)
    if (key === '' && !isBucketHost) url.pathname = bucket
    url.pathname += keyPath(key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const digest = { 'x-amz-content-sha256': typeof body === 'string' ? sha256Of(body) : body.sha256 }
    return new AwsV4Signer({
      ...credentials,
      method,
      url: url.href,
      headers: { ...headers, ...digest },
      service: 's3',
      region,
      cache: signingKeys,
    }).sign()
  }

  return async (request) => {
    const { url, headers } = await sign(request)
    const patience = createPatience(request.timeoutMs)
    // Bodies must arrive as they are stored, with the announced length.
    headers.set('accept-encoding', 'identity')
    const init = {
      method: request.method,
      headers,
      signal: patience.signal,
      redirect: 'manual' as const,
      keepalive: request.isSentOnce !== true,
    }
    try {
      const body = streamed(request.body, headers, patience.noteProgress)
      const response = await patience.bound(fetch(url, { ...init, ...body }))
      if (!response.ok) throw await patience.bound(refusalOf(response))
      return {
        status: response.status,
        headers: response.headers,
        text: () => patience.bound(textOf(response, patience)),
        body: (knownBytes) =>
          checkedBody(response, createPatience(request.betweenMs ?? request.timeoutMs, patience), knownBytes),
      }
    } catch (error) {
      patience.giveUp()
      throw error
    }
  }
}

/** Reads an answer as text. A store that takes long to join parts sends white space meanwhile. */
async function textOf(response: Response, { noteProgress }: Patience): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    noteProgress()
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

const pieceBytes = 256 * 1024

/**
 * Streams a body of known length, because `fetch` would read a file into memory before sending it over TLS. The
 * pieces are small, so that the last one sent shows when bytes moved.
 */
function streamed(body: S3Request['body'], headers: Headers, noteProgress: () => void): { body?: BodyInit } {
  if (body === undefined) return {}
  if (typeof body === 'string') return { body }
  const { bytes } = body
  if (bytes.size === 0) return { body: bytes }
  headers.set('content-length', String(bytes.size))
  let sentBytes = 0
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      noteProgress()
      if (sentBytes >= bytes.size) return controller.close()
      const piece = await bytes.slice(sentBytes, sentBytes + pieceBytes).bytes()
      sentBytes += piece.length
      controller.enqueue(piece)
    },
  }
  return { body: new ReadableStream(source, { highWaterMark: 0 }) }
}

function sha256Of(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

interface Patience {
  signal: AbortSignal
  /** Waits for one step of an answer. If it fails, or nothing moves for too long, it aborts the request. */
  bound<T>(step: Promise<T>): Promise<T>
  noteProgress(): void
  giveUp(): void
}

/** @param request shares its signal */
function createPatience(limitMs: number, request?: Patience): Patience {
  const controller = new AbortController()
  const giveUp = (reason?: unknown) => (request === undefined ? controller.abort(reason) : request.giveUp())
  let movedAtMs = 0

  async function bound<T>(step: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    let timer: Timer | undefined
    const watch = (waitMs: number) => {
      timer = setTimeout(() => {
        const leftMs = movedAtMs + limitMs - performance.now()
        if (leftMs > 0) watch(leftMs)
        else reject(new S3Silence(limitMs))
      }, waitMs)
    }
    movedAtMs = performance.now()
    watch(limitMs)
    try {
      return await Promise.race([step, silence])
    } catch (error) {
      giveUp(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    signal: controller.signal,
    bound,
    noteProgress() {
      movedAtMs = performance.now()
    },
    giveUp: () => giveUp(),
  }
}

function checkedBody(
  response: Response,
  patience: Patience,
  knownBytes: number | undefined,
): ReadableStream<Uint8Array> {
  const announced = response.headers.get('content-length') ?? knownBytes
  const reader = response.body?.getReader()
  let receivedBytes = 0

  async function next(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { done, value } = reader ? await patience.bound(reader.read()) : { done: true, value: undefined }
    receivedBytes += value?.length ?? 0
    const isShort = done && receivedBytes !== Number(announced ?? Number.NaN)
    if (isShort || receivedBytes > Number(announced)) {
      throw new Error(`The store sent ${receivedBytes} bytes of ${announced}.`)
    }
    if (value !== undefined) controller.enqueue(value)
    if (done) controller.close()
  }

  const source = {
    pull: (controller: ReadableStreamDefaultController<Uint8Array>) =>
      next(controller).catch((error: unknown) => {
        patience.giveUp()
        throw error
      }),
    cancel: () => patience.giveUp(),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
