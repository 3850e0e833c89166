import type { Credentials, RunningSite } from './running-site.ts'

export interface UploadAnswer {
  status: number
  /** Of the image that was made or found. */
  id: string | undefined
  url: string | undefined
  deduped: boolean
  code: string | undefined
  retryAfter: string | null
}

/** Uploads one file as any client does. @throws when there is no answer */
export async function uploadImage(
  site: Pick<RunningSite, 'urls'>,
  { apiKey, categoryId }: Pick<Credentials, 'apiKey' | 'categoryId'>,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<UploadAnswer> {
  const form = new FormData()
  form.set('categoryId', categoryId)
  form.set('file', new File([bytes], 'sample.png', { type: 'image/png' }))
  const response = await fetch(`${site.urls.images}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
    ...(signal && { signal }),
  })
  const body = (await response.json()) as {
    data?: { id: string; url: string; deduped?: boolean }
    error?: { code: string }
  }
  return {
    status: response.status,
    id: body.data?.id,
    url: body.data?.url,
    deduped: body.data?.deduped === true,
    code: body.error?.code,
    retryAfter: response.headers.get('retry-after'),
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
