import { withinTime } from '@pictoglyph/core'
import { AwsV4Signer } from 'aws4fetch'
import { refusalOf } from './failures.ts'
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
  /** Undefined for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob | string
  /** SHA-256 of the body, which the store compares with the received bytes. */
  bodySha256?: string
  /** Until the answer begins, and from each part of it to the next. */
  timeoutMs: number
  /**
   * It reaches the store at most once, over its own connection. On a reused connection that breaks before an answer,
   * `fetch` sends the request again by itself.
   */
  isSentOnce?: boolean
}

/** A successful answer, before its body is read. */
export interface S3Answer {
  status: number
  headers: Headers
  text(): Promise<string>
  /** @throws (as an error of the stream) when the answer is shorter or longer than announced, or stalls */
  body(): ReadableStream<Uint8Array>
}

/**
 * Sends one signed request (AWS Signature Version 4), once.
 * @throws {S3Refusal} for an unsuccessful answer; whatever `fetch` throws if none comes in time
 */
export type SendS3Request = (request: S3Request) => Promise<S3Answer>

/** Creates the function that sends requests to one bucket. */
export function createS3Requests(location: S3Location, credentials: S3Credentials): SendS3Request {
  const { bucket, endpoint, region } = location
  const isBucketHost = hasBucketHost(location)
  const base = isBucketHost ? `${endpoint}/` : `${endpoint}/${bucket}/`
  const signingKeys = new Map<string, ArrayBuffer>()

  function sign({ method, key = '', query = {}, headers = {}, bodySha256 }: S3Request) {
    const url = new URL(base)
    if (key === '' && !isBucketHost) url.pathname = bucket
    url.pathname += keyPath(key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const digest = { 'x-amz-content-sha256': bodySha256 ?? 'UNSIGNED-PAYLOAD' }
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
    // Bodies must arrive as they are stored, and as long as announced.
    headers.set('accept-encoding', 'identity')
    const init = {
      method: request.method,
      headers,
      signal: patience.signal,
      redirect: 'manual' as const,
      keepalive: request.isSentOnce !== true,
    }
    try {
      const response = await patience.bound(fetch(url, { ...init, ...streamed(request.body, headers) }))
      if (!response.ok) throw await patience.bound(refusalOf(response))
      return {
        status: response.status,
        headers: response.headers,
        text: () => patience.bound(response.text()),
        body: () => checkedBody(response, patience),
      }
    } catch (error) {
      patience.giveUp()
      throw error
    }
  }
}

/** As a stream of known length: `fetch` would read a file into memory before sending it over TLS. */
function streamed(body: Blob | string | undefined, headers: Headers): { body?: BodyInit } {
  if (body === undefined) return {}
  if (typeof body === 'string' || body.size === 0) return { body }
  headers.set('content-length', String(body.size))
  return { body: body.stream() }
}

interface Patience {
  signal: AbortSignal
  /** Waits for one step of an answer; if it fails or takes too long, the whole request is given up. */
  bound<T>(step: Promise<T>): Promise<T>
  giveUp(): void
}

function createPatience(timeoutMs: number): Patience {
  const controller = new AbortController()
  const late = () => new Error(`The store did not answer within ${timeoutMs} ms.`)
  return {
    signal: controller.signal,
    giveUp: () => controller.abort(),
    async bound(step) {
      try {
        return await withinTime(timeoutMs, step, late)
      } catch (error) {
        controller.abort(error)
        throw error
      }
    },
  }
}

function checkedBody(response: Response, patience: Patience): ReadableStream<Uint8Array> {
  const announced = response.headers.get('content-length')
  const reader = response.body?.getReader()
  let receivedBytes = 0

  async function next(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { done, value } = reader ? await patience.bound(reader.read()) : { done: true, value: undefined }
    receivedBytes += value?.length ?? 0
    const isShort = done && receivedBytes !== Number(announced ?? Number.NaN)
    if (isShort || receivedBytes > Number(announced)) {
      throw new Error(`The store sent ${receivedBytes} bytes where it had announced ${announced}.`)
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
