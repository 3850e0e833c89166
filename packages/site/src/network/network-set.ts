import type { Address } from './address.ts'
import type { AddressWords } from './address-grammar.ts'
import type { Cidr } from './cidr.ts'

/** An immutable set of networks, fast enough for a lookup on every request. */
export interface NetworkSet {
  /** The number of networks, without duplicates and those inside another. */
  readonly size: number
  /** Whether one of the networks contains the address, in time logarithmic in `size`. */
  has(address: Address): boolean
}

/** Creates the set of the given networks, in time n log n. When networks expire, build a new set. */
export function createNetworkSet(networks: Iterable<Cidr>): NetworkSet {
  const all = [...networks]
  const ipv4 = createRanges(all.filter((cidr) => cidr.network.family === 4))
  const ipv6 = createRanges(all.filter((cidr) => cidr.network.family === 6))
  return {
    size: ipv4.size + ipv6.size,
    has: (address) => (address.family === 4 ? ipv4 : ipv6).has(address.words),
  }
}

/**
 * Networks of one family as sorted ranges. Two networks are either separate or one contains the other. So, sorted by
 * first address and larger ones first, a network that is not within the last kept one is within none.
 */
function createRanges(networks: Cidr[]) {
  networks.sort((a, b) => compare(a.network.words, b.network.words) || a.prefixLength - b.prefixLength)
  const firsts = new Uint32Array(4 * networks.length)
  const lasts = new Uint32Array(4 * networks.length)
  let size = 0
  for (const cidr of networks) {
    if (size > 0 && compareAt(lasts, size - 1, cidr.network.words) >= 0) continue
    firsts.set(cidr.network.words, 4 * size)
    lasts.set(lastWords(cidr), 4 * size)
    size++
  }

  return {
    size,
    has(words: AddressWords): boolean {
      let low = 0
      let high = size
      while (low < high) {
        const middle = (low + high) >>> 1
        if (compareAt(firsts, middle, words) <= 0) low = middle + 1
        else high = middle
      }
      return low > 0 && compareAt(lasts, low - 1, words) >= 0
    },
  }
}

function lastWords(cidr: Cidr): number[] {
  const firstBit = cidr.network.family === 4 ? 96 : 0
  return cidr.network.words.map((word, index) => {
    const fixed = Math.min(32, Math.max(0, firstBit + cidr.prefixLength - 32 * index))
    return fixed === 32 ? word : (word | (0xffffffff >>> fixed)) >>> 0
  })
}

function compare(a: AddressWords, b: AddressWords): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]
}

function compareAt(table: Uint32Array, index: number, words: AddressWords): number {
  const at = 4 * index
  return (
    table[at]! - words[0] ||
    table[at + 1]! - words[1] ||
    table[at + 2]! - words[2] ||
    table[at + 3]! - words[3]
  )
}
