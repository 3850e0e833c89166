import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addressOfIPv4, addressOfIPv6, parseAddress } from '../../src/network/address.ts'
import type { AddressWords } from '../../src/network/address-grammar.ts'
import { parseCidr } from '../../src/network/cidr.ts'
import { createNetworkSet } from '../../src/network/network-set.ts'

const setOf = (...texts: string[]) => createNetworkSet(texts.map(parseCidr))
const holds = (set: ReturnType<typeof setOf>, text: string) => set.has(parseAddress(text)!)

/** An IPv6 or IPv4 network as a number and its bits; few bits vary, so that networks meet and nest. */
const network = fc
  .record({ family: fc.constantFrom(4 as const, 6 as const), seed: fc.nat(0xff), prefix: fc.nat(128) })
  .map(({ family, seed, prefix }) => {
    const bits = family === 4 ? 32n : 128n
    const length = BigInt(prefix) % (bits + 1n)
    const value = BigInt(seed) * (family === 4 ? 0x01010101n : 0x01010101010101010101010101010101n)
    return {
      family,
      length,
      first: (value >> (bits - length)) << (bits - length),
      size: 1n << (bits - length),
    }
  })

const wordsOf = (value: bigint): AddressWords => {
  const word = (index: bigint) => Number((value >> (96n - 32n * index)) & 0xffffffffn)
  return [word(0n), word(1n), word(2n), word(3n)]
}
const addressAt = (family: 4 | 6, value: bigint) =>
  family === 4 ? addressOfIPv4(Number(value)) : addressOfIPv6(wordsOf(value))

describe('a set of networks', () => {
  test('without networks holds nothing', () => {
    expect(holds(setOf(), '0.0.0.0')).toBe(false)
    expect(holds(setOf(), '::')).toBe(false)
  })

  test('holds the first and last address of a network and not their neighbours', () => {
    const set = setOf('192.0.2.0/24', '2001:db8::/32')
    for (const text of [
      '192.0.2.0',
      '192.0.2.255',
      '::ffff:192.0.2.9',
      '2001:db8::',
      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ]) {
      expect(holds(set, text)).toBe(true)
    }
    for (const text of ['192.0.1.255', '192.0.3.0', '2001:db7:ffff::', '2001:db9::', '::c000:201']) {
      expect(holds(set, text)).toBe(false)
    }
  })

  test('of all of one family holds none of the other', () => {
    expect([holds(setOf('0.0.0.0/0'), '203.0.113.1'), holds(setOf('0.0.0.0/0'), '::1')]).toEqual([
      true,
      false,
    ])
    expect([holds(setOf('::/0'), '203.0.113.1'), holds(setOf('::/0'), 'ffff::1')]).toEqual([false, true])
  })

  test('keeps no network that lies in another or repeats it', () => {
    const ipv4 = ['10.1.0.0/16', '10.0.0.0/8', '10.1.2.0/24', '10.255.255.255', '10.0.0.0/8', '11.0.0.0/8']
    expect(setOf(...ipv4, '::/1', '::/2').size).toBe(3)
  })

  test('holds exactly what its networks hold', () => {
    fc.assert(
      fc.property(fc.array(network, { maxLength: 12 }), (networks) => {
        const set = createNetworkSet(
          networks.map(({ family, first, length }) => ({
            network: addressAt(family, first),
            prefixLength: Number(length),
          })),
        )
        for (const { family, first, size } of networks) {
          const top = family === 4 ? 1n << 32n : 1n << 128n
          for (const value of [first, first - 1n, first + size - 1n, first + size, first + size / 2n]) {
            if (value < 0n || value >= top) continue
            const inOne = networks.some(
              (one) => one.family === family && value >= one.first && value < one.first + one.size,
            )
            expect(set.has(addressAt(family, value))).toBe(inOne)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('asks about as many networks as its size has binary digits', () => {
    const networks = Array.from({ length: 50_000 }, (_, index) => ({
      network: addressOfIPv4(index * 65_536 + 256),
      prefixLength: 24,
    }))
    const set = createNetworkSet(networks)
    let reads = 0
    const counted = new Proxy([0, 0, 0, 40_000 * 65_536 + 300], {
      get: (words, index, receiver) => {
        if (index === '3') reads++
        return Reflect.get(words, index, receiver)
      },
    }) as unknown as AddressWords
    expect(set.has({ family: 4, words: counted, text: '' })).toBe(true)
    expect(reads).toBeLessThanOrEqual(18)
  })
})
