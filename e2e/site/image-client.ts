import type { Credentials, RunningSite } from './running-site.ts'

export interface UploadAnswer {
  status: number
  /** Of the image that was made or found. */
  id: string | undefined
  url: string | undefined
  deduped: boolean
  /** `null` for one that stays. */
  endsAtMs: number | null
  code: string | undefined
  retryAfter: string | null
}

interface UploadOptions {
  /** Besides the category. */
  fields?: Record<string, string>
  idempotencyKey?: string
}

/**
 * Uploads one file as any client does.
 * @param file its bytes, or the SHA-256 that stands in their place
 * @throws when there is no answer
 */
export async function uploadImage(
  site: Pick<RunningSite, 'urls'>,
  { apiKey, categoryId }: Pick<Credentials, 'apiKey' | 'categoryId'>,
  file: Uint8Array<ArrayBuffer> | string,
  { fields = {}, idempotencyKey }: UploadOptions = {},
): Promise<UploadAnswer> {
  const form = new FormData()
  form.set('categoryId', categoryId)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (typeof file === 'string') form.set('sha256', file)
  else form.set('file', new File([file], 'sample.png', { type: 'image/png' }))
  const response = await fetch(`${site.urls.images}/api/v1/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: form,
  })
  const body = (await response.json()) as {
    data?: { id: string; url: string; deduped?: boolean; expiresAt?: string }
    error?: { code: string }
  }
  return {
    status: response.status,
    id: body.data?.id,
    url: body.data?.url,
    deduped: body.data?.deduped === true,
    endsAtMs: body.data?.expiresAt === undefined ? null : Date.parse(body.data.expiresAt),
    code: body.error?.code,
    retryAfter: response.headers.get('retry-after'),
  }
}

const maxTries = 60

/** Sends again while every place is taken, after the time that the answer names, as a well-behaved client does. */
export async function untilTaken(send: () => Promise<UploadAnswer>): Promise<UploadAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.code !== 'OVERLOADED' || tries === maxTries) return answer
    await Bun.sleep(Number(answer.retryAfter) * 1_000)
  }
}

/** The stored bytes of an image, or undefined with another status than 200. */
export async function downloadImage(
  { urls }: Pick<RunningSite, 'urls'>,
  id: string,
): Promise<Uint8Array | undefined> {
  const response = await fetch(`${urls.images}/i/${id}`)
  const bytes = await response.bytes()
  return response.status === 200 ? bytes : undefined
}
