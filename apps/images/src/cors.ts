import type { Handler } from '@pictoglyph/web/service'

/**
 * Lets any web page call. The `Authorization` header grants access, never a cookie, so a foreign page gains nothing.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
}

/** Lets upload programs add their own headers; `*` allows all except `Authorization` (Fetch standard). */
export const answerUploadPreflight = preflight({
  methods: 'POST',
  headers: 'Authorization, Content-Type, Idempotency-Key, *',
})

/** Lets pages send conditions and ranges for files. */
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
