/** What the console answers to an upload. */
type UploadAnswer =
  | { ok: true; data: UploadedImage }
  | { ok: false; error: { code?: string; message: string } }

export interface UploadedImage {
  id: string
  href: string
  title: string
  description: string
  categoryId: string
  deduped: boolean
  url: string
}

/** An answer, and whether the same would be refused again; or the status of an answer that is not the console's. */
export type SentFile = { answer: UploadAnswer; status: number; isFinal: boolean } | { foreignStatus: number }

interface FileToSend {
  file: File
  fields: Record<string, string>
}

/** Sends one file and tells how far it has come, from 0 to 1. Rejects when the connection is lost, or it is aborted. */
export function sendFile(
  { file, fields }: FileToSend,
  options: {
    address: string
    csrfToken: string
    signal: AbortSignal
    onProgress: (share: number) => void
  },
): Promise<SentFile> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file, file.name)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', options.address)
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-CSRF-Token', options.csrfToken)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => {
      const answer: UploadAnswer | null = request.response
      if (answer === null) resolve({ foreignStatus: request.status })
      else resolve({ answer, status: request.status, isFinal: isFinal(request.status) })
    })
    request.addEventListener('error', () => reject(new Error('connection lost')))
    request.addEventListener('abort', () => reject(new Error('aborted')))
    options.signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Signing in, or waiting, helps against these; nothing helps a file that is refused. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
