import { Buffer } from 'node:buffer'
import type { Credentials } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'

const boundary = 'frontier'
export const multipartType = `multipart/form-data; boundary=${boundary}`
const image = Buffer.from(sampleImage(7, 600)).toString('latin1')

/** A part of a form. */
export const part = (head: string, body: string): string => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
export const named = (rest: string): string => `Content-Disposition: form-data; ${rest}`
export const category: string = part(named('name="categoryId"'), 'general')
export const file: string = part(named('name="file"; filename="a.png"'), image)
export const end: string = `--${boundary}--\r\n`
export { boundary, image }

/** An upload as bytes. Headers are added to, or with a null value left out of, those that belong there. */
export function uploadBytes(
  { apiKey }: Pick<Credentials, 'apiKey'>,
  body: string,
  headers: Readonly<Record<string, string | null>> = {},
): string {
  return requestBytes('POST /api/v1/upload HTTP/1.1', body, {
    authorization: `Bearer ${apiKey}`,
    'content-type': multipartType,
    ...headers,
  })
}

/** A request as bytes, with the length of its body unless the headers say otherwise. */
export function requestBytes(
  line: string,
  body: string,
  headers: Readonly<Record<string, string | null>> = {},
): string {
  const all: Record<string, string | null> = {
    host: 'localhost',
    'content-length': String(body.length),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  )
  return `${line}\r\n${lines.join('')}\r\n${body}`
}
