import { type Address, parseAddress } from './address.ts'
import type { NetworkSet } from './network-set.ts'

const maxHops = 64
const maxEntryLength = 128
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/

/**
 * The client of a request: the peer or, if the peer is a trusted proxy, the nearest untrusted address in
 * `X-Forwarded-For`.
 *
 * The header is read from the right, because each proxy appends the address that called it, and only entries of trusted
 * proxies count. If every hop is trusted, the leftmost is the client. Join repeated headers by commas in their order
 * (RFC 9110 section 5.3). An entry is an address, an IPv4 address with a port, or an IPv6 address in brackets with or
 * without a port.
 *
 * Returns `undefined`, which callers treat as a refusal, if the peer is not an address, a needed entry is not (for
 * example empty, or `unknown`), or there are more than 64 trusted hops.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: NetworkSet,
): Address | undefined {
  let client = parseAddress(peer)
  if (client === undefined || forwardedFor === null || !trustedProxies.has(client)) return client
  if (forwardedFor.trim() === '') return client

  let end = forwardedFor.length
  for (let hops = 0; hops < maxHops; hops++) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1)
    client = parseEntry(forwardedFor, comma + 1, end)
    if (client === undefined || comma < 0 || !trustedProxies.has(client)) return client
    end = comma
  }
  return undefined
}

function parseEntry(header: string, start: number, end: number): Address | undefined {
  if (end - start > maxEntryLength) return undefined
  const entry = header.slice(start, end).trim()
  const bare = parseAddress(entry)
  if (bare !== undefined) return bare
  const [, bracketed, dotted, port] = withPort.exec(entry) ?? []
  if (Number(port ?? 0) > 65535) return undefined
  if (dotted !== undefined) return parseAddress(dotted)
  return bracketed?.includes(':') ? parseAddress(bracketed) : undefined
}
