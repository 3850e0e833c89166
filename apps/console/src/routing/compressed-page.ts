import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { takesEncoding } from '@pictoglyph/web/takes-encoding'
import type { Context } from 'hono'

const inGzip = promisify<string, Uint8Array<ArrayBuffer>>(gzip)

/**
 * Compresses a page with gzip if the client accepts that. A page that another site has opened stays uncompressed: from
 * the length of many such pages, that site could find a secret in them ("BREACH", 2013).
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
