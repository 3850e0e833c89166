import type { Answer } from './answer.ts'
import { NetworkError } from './errors.ts'
import { formDataOf, multipartBody, type UploadForm } from './multipart.ts'
import { type Fetch, sendByFetch } from './transport.ts'

/** Bytes of the request's body that have been sent. Each retry begins at 0 again. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

/** One try of an upload. */
export interface UploadAttempt {
  url: string
  headers: Headers
  form: UploadForm
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends a form. To report progress, browsers use XMLHttpRequest, the only way there; other platforms use a stream
 * that counts. A caller's own `fetch` is always used.
 */
export function sendUpload(ownFetch: Fetch | undefined, attempt: UploadAttempt): Promise<Answer> {
  const fetch: Fetch = ownFetch ?? ((url, init) => globalThis.fetch(url, init))
  if (attempt.onProgress === undefined) return sendForm(fetch, attempt)
  const canUseXhr = ownFetch === undefined && typeof XMLHttpRequest !== 'undefined'
  return canUseXhr ? sendByXhr(attempt) : sendCounted(fetch, attempt)
}

function sendForm(fetch: Fetch, { url, headers, form, signal }: UploadAttempt): Promise<Answer> {
  const init: RequestInit = { method: 'POST', headers, body: formDataOf(form) }
  return sendByFetch(fetch, url, signal ? { ...init, signal } : init)
}

function sendCounted(fetch: Fetch, attempt: UploadAttempt): Promise<Answer> {
  const { url, form, signal } = attempt
  const { contentType, sizeBytes, stream } = multipartBody(form)
  const headers = new Headers(attempt.headers)
  headers.set('Content-Type', contentType)
  headers.set('Content-Length', String(sizeBytes))
  const body = stream().pipeThrough(counter(sizeBytes, attempt.onProgress))
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return sendByFetch(fetch, url, signal ? { ...init, signal } : init)
}

function counter(totalBytes: number, onProgress: UploadAttempt['onProgress']) {
  let sentBytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    start: () => onProgress?.({ sentBytes, totalBytes }),
    transform(chunk, controller) {
      controller.enqueue(chunk)
      sentBytes += chunk.length
      onProgress?.({ sentBytes, totalBytes })
    },
  })
}

function sendByXhr({ url, headers, form, onProgress, signal }: UploadAttempt): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const fail = () => reject(new NetworkError(`${new URL(url).origin} gave no answer.`))
    const abort = () => {
      xhr.abort()
      reject(signal?.reason)
    }
    xhr.open('POST', url)
    for (const [name, value] of headers) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.({ sentBytes: loaded, totalBytes: total })
    xhr.onload = () =>
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText })
    xhr.onerror = fail
    xhr.ontimeout = fail
    xhr.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort, { once: true })
    xhr.send(formDataOf(form))
  })
}
