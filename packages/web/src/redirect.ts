/**
 * An address as the value of a header, which is ASCII (RFC 9110, section 5.5). Other letters are percent-encoded; those
 * of a host name become Punycode. Existing encodings stay.
 */
export function headerAddress(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address
  return URL.parse(address)?.href ?? address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** A temporary redirect (302) with further headers. */
export function leadTo(address: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 302, headers: { Location: headerAddress(address), ...headers } })
}
