import { badField, Failure } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { type Address, addressOfIPv4, addressOfIPv6, isIPv4Mapped } from './address.ts'
import { type AddressWords, readIPv4, readIPv6 } from './address-grammar.ts'

/** A network: its first address; all bits after `prefixLength` are 0. */
export interface Cidr {
  readonly network: Address
  /** 0 to 32 for IPv4, 0 to 128 for IPv6. */
  readonly prefixLength: number
}

/**
 * Parses a network in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3); a bare address is a network of one
 * address. An IPv4-mapped network of 96 bits or more becomes the IPv4 network. `0.0.0.0/0` is all of IPv4 and `::/0`
 * all of IPv6; neither contains the other.
 *
 * @throws {Failure} BAD_REQUEST with a message for the person who typed it: no address, a zone, a prefix length out of
 * range, or bits set after the prefix (then it suggests the network that was probably meant)
 */
export function parseCidr(text: string): Cidr {
  const slash = text.indexOf('/')
  const address = slash < 0 ? text : text.slice(0, slash)
  const prefix = slash < 0 ? undefined : text.slice(slash + 1)
  const value = readIPv4(address)
  const words: AddressWords | undefined = value === undefined ? readIPv6(address) : [0, 0, 0, value]
  if (words === undefined) {
    throw badField(
      'network',
      message('"{text}" is neither an IP address nor a network in CIDR notation', { text: shown(text) }),
    )
  }
  if (address.includes('%')) {
    throw badField(
      'network',
      message('"{text}" has a zone, and a network cannot: leave out "%" and what follows it', {
        text: shown(text),
      }),
    )
  }
  const longest = value === undefined ? 128 : 32
  const prefixLength = prefix === undefined ? longest : readPrefixLength(prefix)
  if (!(prefixLength <= longest)) {
    throw badField(
      'network',
      message('"{text}" needs a prefix length of 0 to {longest} after "/"', { text: shown(text), longest }),
    )
  }

  const first = maskWords(words, 128 - longest + prefixLength)
  const cidr = networkAt(first, longest, prefixLength)
  if (first.some((word, index) => word !== words[index])) {
    throw badField(
      'network',
      message('"{text}" has bits set after its prefix; the network of that address is {network}', {
        text: shown(text),
        network: formatCidr(cidr),
      }),
    )
  }
  return cidr
}

/** {@link parseCidr}, but `undefined` for an invalid text. */
export function cidrIn(text: string): Cidr | undefined {
  try {
    return parseCidr(text)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Whether {@link parseCidr} accepts a text. */
export const isCidr = (text: string): boolean => cidrIn(text) !== undefined

/** The canonical text of a network, always with its prefix length: `192.0.2.1/32`, `2001:db8::/32`. */
export function formatCidr(cidr: Cidr): string {
  return `${cidr.network.text}/${cidr.prefixLength}`
}

/** The networks that contain an address, in canonical text, from its whole family to the address alone. */
export function networksAround({ family, words }: Address): string[] {
  const longest = family === 4 ? 32 : 128
  return Array.from({ length: longest + 1 }, (_, prefixLength) => {
    return formatCidr(networkAt(maskWords(words, 128 - longest + prefixLength), longest, prefixLength))
  })
}

/** The words with every bit after the first `bits` (0 to 128) cleared. */
function maskWords(words: AddressWords, bits: number): AddressWords {
  const mask = (index: number) => {
    const kept = Math.min(32, Math.max(0, bits - 32 * index))
    return kept === 0 ? 0 : (words[index]! & (-1 << (32 - kept))) >>> 0
  }
  return [mask(0), mask(1), mask(2), mask(3)]
}

function networkAt(first: AddressWords, longest: 32 | 128, prefixLength: number): Cidr {
  if (longest === 32) return { network: addressOfIPv4(first[3]), prefixLength }
  if (prefixLength < 96 || !isIPv4Mapped(first)) return { network: addressOfIPv6(first), prefixLength }
  return { network: addressOfIPv4(first[3]), prefixLength: prefixLength - 96 }
}

function readPrefixLength(text: string): number {
  return /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : Number.NaN
}

/** Escapes characters of the typed text that would hide or break the message. */
const shown = (text: string): string => JSON.stringify(text).slice(1, -1)
