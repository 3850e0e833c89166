/** Shorter answers are sent uncompressed: they would hardly become shorter, and would take longer. */
export const minCompressedBytes = 1024

/** A content coding that answers may have (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip'

/**
 * Whether a client accepts an encoding (RFC 9110, section 12.5.3).
 * @param accepted the client's `Accept-Encoding`
 */
export const takesEncoding = (encoding: Encoding, accepted: string | null | undefined): boolean =>
  patterns[encoding].test(accepted ?? '')

const patterns = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}
