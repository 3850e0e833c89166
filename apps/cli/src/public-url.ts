import { parseAddress } from '@pictoglyph/site/network/address'

/** Addresses that `localhost` reaches: its own, and those that mean all addresses. */
const local = /^(localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i

/**
 * The default base address of a service on this machine, without a slash at its end. `localhost` stands for itself and
 * for hosts that listen on all addresses.
 */
export function defaultPublicUrl(host: string, port: number): string {
  const address = parseAddress(host)
  const named = address?.text ?? host
  if (local.test(named)) return `http://localhost:${port}`
  const url = URL.parse(`http://${address?.family === 6 ? `[${named}]` : named}:${port}`)
  return url?.origin ?? `http://localhost:${port}`
}
