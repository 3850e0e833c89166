/** What the console answers to an upload. */
export type UploadAnswer =
  | { ok: true; data: { id: string; href: string; title: string; deduped: boolean; url: string } }
  | { ok: false; error: { message: string } }

export interface FileToSend {
  file: File
  fields: Record<string, string>
}

/** Sends one file and tells how far it has come, from 0 to 1. Rejects when the connection is lost. */
export function sendFile(
  { file, fields }: FileToSend,
  options: { address: string; csrfToken: string; onProgress: (share: number) => void },
): Promise<UploadAnswer> {
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
      if (answer === null) reject(new Error(`status ${request.status}`))
      else resolve(answer)
    })
    request.addEventListener('error', () => reject(new Error('connection lost')))
    request.send(body)
  })
}
