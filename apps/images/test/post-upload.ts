/** The fields of an upload's answer that tests check. */
export interface UploadAnswer<Data = UploadedData> {
  status: number
  body: { ok: boolean; data: Data; error?: { code: string; message: string } } & Record<string, unknown>
  headers: Headers
  /** The body's raw text. */
  text: string
}

export interface UploadedData extends Record<string, unknown> {
  id: string
  url: string
  pageUrl: string
  deduped?: true
}

export interface PostedUpload {
  key: string
  file?: File
  fields?: Record<string, string>
  idempotencyKey?: string
  query?: string
}

/** Uploads without our client, as any other would. */
export async function postUpload<Data = UploadedData>(
  baseUrl: string,
  { key, file, fields = {}, idempotencyKey, query = '' }: PostedUpload,
): Promise<UploadAnswer<Data>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file !== undefined) form.set('file', file)
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  const response = await fetch(`${baseUrl}/api/v1/upload${query}`, { method: 'POST', headers, body: form })
  const text = await response.text()
  const { status, headers: answered } = response
  return { status, headers: answered, text, body: JSON.parse(text) }
}
