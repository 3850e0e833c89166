import { openRawUpload, type RawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import type { ConsoleUnderTest } from './console-under-test.ts'
import type { Visitor } from './visitor.ts'

const boundary = 'frontier'
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`

/** An upload of a script's that has begun. */
export async function openUpload(
  { url }: Pick<ConsoleUnderTest, 'url'>,
  visitor: Visitor,
): Promise<RawUpload> {
  const head = [
    'POST /upload HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    `Cookie: session=${visitor.cookies.get('session')}`,
    `X-CSRF-Token: ${await visitor.token()}`,
    'Accept: application/json',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    'Content-Length: 1000000',
  ]
  return openRawUpload({ url, head, opening })
}
