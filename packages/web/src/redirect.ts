/**
 * An address as the value of a header, which is ASCII (RFC 9110, section 5.5): letters beyond it are percent-encoded,
 * and those of a host name become what its resolver knows. What is encoded already stays as it is.
 */
export function headerAddress(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address
  return URL.parse(address)?.href ?? address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** An answer (302) that leads to an address for now, with further headers. */
export function leadTo(address: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 302, headers: { Location: headerAddress(address), ...headers } })
}
