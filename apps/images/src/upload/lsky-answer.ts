import { Failure } from '@pictoglyph/site/language/failure'
import type { Image } from '@pictoglyph/site/language/records'
import { errorBody, errorHeaders, errorStatus } from '@pictoglyph/web/error-answer'
import type { UploadData } from './upload-data.ts'

/** The body of a successful upload, with the fields for Lsky clients. */
export function lskyBody(data: UploadData, image: Image): object {
  const { formats } = data
  const links = {
    url: data.url,
    html: formats.html,
    bbcode: formats.bbcode,
    markdown: formats.markdown,
    markdown_with_link: formats.markdownLinked,
    thumbnail_url: formats.thumbnail,
  }
  return {
    ok: true,
    status: true,
    message: 'success',
    data: { ...data, key: image.id, name: image.title, origin_name: image.title, links },
  }
}

/**
 * A refusal in the form that Lsky clients display: the usual body with `status: false` and `message`. `undefined` for
 * a fault of ours, which the service logs and answers.
 */
export function lskyRefusal(
  error: unknown,
  nowMs: number,
): { failure: Failure; answer: Response } | undefined {
  if (!(error instanceof Failure) || errorStatus[error.code] >= 500) return undefined
  const body = { ...errorBody(error), status: false, message: error.message }
  const answer = Response.json(body, {
    status: errorStatus[error.code],
    headers: errorHeaders(error, nowMs),
  })
  return { failure: error, answer }
}
