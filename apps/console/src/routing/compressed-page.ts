import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { takesEncoding } from '@pictoglyph/web/takes-encoding'
import type { Context } from 'hono'

const inGzip = promisify<string, Uint8Array<ArrayBuffer>>(gzip)

/**
 * A page in gzip, for those who take it. One that another site has opened goes out as it is: by the length of many such
 * pages, that site could find out a secret in them ("BREACH", 2013). No page can claim to be of this site.
 */
export async function compressedPage(hono: Context, answer: Response): Promise<Response> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  const isOurs = ['same-origin', 'none'].includes(hono.req.header('sec-fetch-site') ?? '')
  if (
    !isPage ||
    !isOurs ||
    !takesEncoding('gzip', hono.req.header('accept-encoding')) ||
    hono.req.method !== 'GET'
  )
    return answer
  const { status, headers } = answer
  const compressed = new Response(await inGzip(await answer.text()), { status, headers })
  compressed.headers.delete('Content-Length')
  compressed.headers.set('Content-Encoding', 'gzip')
  return compressed
}
