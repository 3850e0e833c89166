/**
 * Whether a client takes an answer in gzip (RFC 9110, section 12.5.3).
 * @param accepted its header `Accept-Encoding`
 */
export const takesGzip = (accepted: string | null | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted ?? '')
