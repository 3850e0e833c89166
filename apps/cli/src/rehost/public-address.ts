import { createNetworkSet, parseAddress, parseCidr } from '@pictoglyph/core'

/** Networks that are not of the internet, or lead into ones that are not (RFC 6890, RFC 9637, RFC 3056). */
const notPublic = createNetworkSet(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
  ].map(parseCidr),
)
const ipv6OfTheInternet = createNetworkSet([parseCidr('2000::/3')])

/** Whether an address is one of the internet, and not of a network at home or of this machine. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined || notPublic.has(address)) return false
  return address.family === 4 || ipv6OfTheInternet.has(address)
}
