import { parseAddress } from '@pictoglyph/site/network/address'

/** Addresses at which a browser on this machine finds what `localhost` names, and those that are all at once. */
const local = /^(localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i

/**
 * The default base address of a service: where this machine reaches it, without a slash at its end. `localhost` is used
 * for itself and for hosts that listen on all addresses.
 */
export function defaultPublicUrl(host: string, port: number): string {
  const address = parseAddress(host)
  const named = address?.text ?? host
  if (local.test(named)) return `http://localhost:${port}`
  const url = URL.parse(`http://${address?.family === 6 ? `[${named}]` : named}:${port}`)
  return url?.origin ?? `http://localhost:${port}`
}
