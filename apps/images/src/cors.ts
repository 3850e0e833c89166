import type { Handler } from '@pictoglyph/web/service'

/**
 * Any web page may call: access hangs on the key in the `Authorization` header, never on a cookie, so that
 * there is nothing a foreign page could borrow.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
}

/** Upload programs add their own headers; `*` allows all except `Authorization` (Fetch standard). */
export const answerUploadPreflight = preflight({
  methods: 'POST',
  headers: 'Authorization, Content-Type, Idempotency-Key, *',
})

/** The conditions and ranges that files are served by. */
export const answerFilePreflight = preflight({
  methods: 'GET, HEAD',
  headers: 'Range, If-None-Match, If-Modified-Since, If-Range, If-Match, If-Unmodified-Since',
})

function preflight({ methods, headers }: { methods: string; headers: string }): Handler {
  return () =>
    new Response(null, {
      status: 204,
      headers: {
        ...corsHeaders,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': headers,
        'Access-Control-Max-Age': '86400',
      },
    })
}
