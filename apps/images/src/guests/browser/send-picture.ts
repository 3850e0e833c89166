/** The site's answer to a picture. */
type SendResult =
  | { kind: 'sent'; pageUrl: string }
  | { kind: 'refused'; code: string }
  /** The same may be sent again after a while. */
  | { kind: 'busy'; code: string; seconds: number }
  /** An answer of a proxy in between. */
  | { kind: 'foreign'; status: number }
  | { kind: 'lost' }

interface UploadAnswer {
  ok: boolean
  data?: { pageUrl: string }
  error?: { code: string }
}

/**
 * Sends one picture, with the key only in the header `Authorization`.
 * @param options.token marks repeated uploads as the same
 */
export function sendPicture(
  file: File,
  options: { address: string; key: string; token: string; onProgress: (share: number) => void },
): Promise<SendResult> {
  const body = new FormData()
  body.append('file', file, file.name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', options.address)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${options.key}`)
    request.setRequestHeader('Idempotency-Key', options.token)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => {
      const answer: UploadAnswer | null = request.response
      if (answer?.data !== undefined && answer.ok)
        return resolve({ kind: 'sent', pageUrl: answer.data.pageUrl })
      if (answer === null) return resolve({ kind: 'foreign', status: request.status })
      const code = answer.error?.code ?? ''
      if (request.status !== 503 && request.status !== 429) return resolve({ kind: 'refused', code })
      resolve({ kind: 'busy', code, seconds: announcedSeconds(request.getResponseHeader('Retry-After')) })
    })
    request.addEventListener('error', () => resolve({ kind: 'lost' }))
    request.send(body)
  })
}

/**
 * The value of `Retry-After`, within bounds, plus a random share, so that clients that were refused together don't come
 * back together.
 */
function announcedSeconds(header: string | null): number {
  const seconds = Math.min(Math.max(Number(header) || 1, 1), 60)
  return seconds + Math.ceil(Math.random() * seconds)
}
