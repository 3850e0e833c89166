import { picture } from './pictures.ts'
import type { Visitor } from './visitor.ts'

/** Uploads as a plain form does, and gives the answer. */
export async function uploadPicture(
  visitor: Visitor,
  fields: Record<string, string> = {},
  bytes: Uint8Array<ArrayBuffer> = picture(),
): Promise<Response> {
  const form = new FormData()
  const csrf = await visitor.token()
  const all = { csrf, categoryId: 'general', ...fields }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  form.append('file', new Blob([bytes]), 'picture.png')
  return visitor.send('/upload', { method: 'POST', body: form })
}

/** The id of the image that an upload led to. */
export function imageIdOf(answer: Response): string {
  return answer.headers.get('Location')?.replace('/images/', '') ?? ''
}
