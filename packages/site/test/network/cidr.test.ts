import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Failure } from '../../src/language/failure.ts'
import { parseAddress } from '../../src/network/address.ts'
import { formatCidr, networksAround, parseCidr } from '../../src/network/cidr.ts'
import { createNetworkSet } from '../../src/network/network-set.ts'

const refusalOf = (text: string) => {
  try {
    return formatCidr(parseCidr(text))
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'BAD_REQUEST') return error.message
    throw error
  }
}

describe('a network', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.1', '192.0.2.1/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['255.255.255.255/32', '255.255.255.255/32'],
    ['::/0', '::/0'],
    ['2001:DB8:0::/48', '2001:db8::/48'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8:8000::/33', '2001:db8:8000::/33'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['64:ff9b::/96', '64:ff9b::/96'],
  ])('%s is read as %s', (text, canonical) => {
    expect(formatCidr(parseCidr(text))).toBe(canonical)
  })

  test.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.0.2.1/31', '192.0.2.0/31'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['::ffff:0:0/95', '::fffe:0:0/95'],
  ])('%s has host bits and is refused with the network that was meant, %s', (text, meant) => {
    expect(refusalOf(text)).toBe(
      `"${text}" has bits set after its prefix; the network of that address is ${meant}`,
    )
  })

  test.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/255.0.0.0',
    '::/1e1',
  ])('%s is refused for its prefix length', (text) => {
    expect(refusalOf(text)).toMatch(/needs a prefix length of 0 to (32|128) after "\/"$/)
  })

  test.each([
    '',
    '/',
    '/8',
    'example.org',
    '10.0.0/8',
    '010.0.0.0/8',
    ' 10.0.0.0/8',
    '10.0.0.0-10.0.0.9',
    '*',
  ])('%p is refused as no address', (text) => {
    expect(refusalOf(text)).toEndWith('is neither an IP address nor a network in CIDR notation')
  })

  test('with a zone is refused', () => {
    expect(refusalOf('fe80::1%eth0/128')).toContain('has a zone')
  })

  test('is the same when its text is read again', () => {
    const cidr = fc.oneof(fc.tuple(fc.ipV4(), fc.nat(32)), fc.tuple(fc.ipV6(), fc.nat(128)))
    fc.assert(
      fc.property(cidr, ([address, prefixLength]) => {
        const text = refusalOf(`${address}/${prefixLength}`).replace(/^.* is /, '')
        expect(formatCidr(parseCidr(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('names each network around an address once, in canonical text, and none that does not hold it', () => {
  for (const text of [
    '192.0.2.7',
    '255.255.255.255',
    '::ffff:192.0.2.7',
    '2001:db8::7',
    '::1',
    '64:ff9b::1',
  ]) {
    const address = parseAddress(text)!
    const networks = networksAround(address)
    expect(new Set(networks).size).toBe(address.family === 4 ? 33 : 129)
    for (const network of networks) {
      expect(formatCidr(parseCidr(network))).toBe(network)
      expect(createNetworkSet([parseCidr(network)]).has(address)).toBe(true)
    }
  }
})
