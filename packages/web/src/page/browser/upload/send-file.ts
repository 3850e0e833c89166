/** The site's answer to an upload. */
export type UploadAnswer<Uploaded> =
  | { ok: true; data: Uploaded }
  | { ok: false; error: { code?: string; message: string } }

/** The answer for one file. */
export interface SentFile<Uploaded> {
  status: number
  /** `null` if a proxy between browser and site answered. */
  answer: UploadAnswer<Uploaded> | null
  /** The value of `Retry-After`. */
  retryAfter: string | null
}

/** The address for a file, with further fields and headers. */
export interface FileRequest {
  address: string
  headers: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, string>>
}

/**
 * Sends one file as a form. Resolves to `undefined` without an answer: the connection was lost, or the upload aborted.
 * @param onProgress gets the share that was sent, from 0 to 1
 */
export function sendFile<Uploaded>(
  file: File,
  { address, headers, fields = {} }: FileRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<SentFile<Uploaded> | undefined> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file, file.name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => {
      const { status, response: answer } = request
      resolve({ status, answer, retryAfter: request.getResponseHeader('Retry-After') })
    })
    request.addEventListener('error', () => resolve(undefined))
    request.addEventListener('abort', () => resolve(undefined))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Whether the same file would be refused again, even after signing in or waiting. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
