import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseCidr } from '../../src/network/cidr.ts'
import { clientAddress } from '../../src/network/client-address.ts'
import { createNetworkSet } from '../../src/network/network-set.ts'

const proxies = createNetworkSet(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'].map(parseCidr))
const clientOf = (peer: string, forwardedFor: string | null, trusted = proxies) =>
  clientAddress(peer, forwardedFor, trusted)?.text

describe('the client address', () => {
  test('is the peer where nothing was forwarded', () => {
    expect(clientOf('203.0.113.7', null)).toBe('203.0.113.7')
    expect(clientOf('10.0.0.1', null)).toBe('10.0.0.1')
    expect(clientOf('10.0.0.1', '')).toBe('10.0.0.1')
    expect(clientOf('10.0.0.1', '  ')).toBe('10.0.0.1')
  })

  test('is the peer, whatever it claims, where it is no trusted proxy', () => {
    expect(clientOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(clientOf('203.0.113.7', 'garbage')).toBe('203.0.113.7')
    expect(clientOf('127.0.0.1', '198.51.100.1', createNetworkSet([]))).toBe('127.0.0.1')
  })

  test('is what the nearest trusted proxy was called from, not what the caller put before it', () => {
    expect(clientOf('10.0.0.1', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1')
    expect(clientOf('10.0.0.1', '192.0.2.66, 198.51.100.1, 10.9.9.9,fd00::5')).toBe('198.51.100.1')
    expect(clientOf('::ffff:10.0.0.1', '127.0.0.1, 198.51.100.1')).toBe('198.51.100.1')
    expect(clientOf('10.0.0.1', '"<script>", 198.51.100.1')).toBe('198.51.100.1')
  })

  test('is the leftmost where all are trusted', () => {
    expect(clientOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
  })

  test.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['198.51.100.1:65535', '198.51.100.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['\t198.51.100.1 ', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[::ffff:198.51.100.1]:80', '198.51.100.1'],
  ])('is read from the entry %p', (entry, address) => {
    expect(clientOf('10.0.0.1', entry)).toBe(address)
    expect(clientOf('10.0.0.1', `192.0.2.66,${entry},10.0.0.2:99`)).toBe(address)
  })

  test.each([
    'unknown',
    '_hidden',
    '198.51.100.1:',
    '198.51.100.1:65536',
    '198.51.100.1:123456',
    '[198.51.100.1]',
    '[2001:db8::1',
    '2001:db8::1]',
    '[2001:db8::1]80',
    '[2001:db8::1]:x',
    '[]',
    '198.51.100',
    '"198.51.100.1"',
    'for=198.51.100.1',
    '198.51.100.1 198.51.100.2',
    ',',
    '198.51.100.1,',
    ',10.0.0.2',
  ])('is unknown where the entry that counts is %p', (entry) => {
    expect(clientOf('10.0.0.1', entry)).toBeUndefined()
  })

  test('is unknown where the peer is no address', () => {
    expect(clientOf('', '198.51.100.1')).toBeUndefined()
    expect(clientOf('/run/proxy.socket', null)).toBeUndefined()
  })

  test('is unknown after 64 trusted hops', () => {
    const hops = (count: number) => `198.51.100.1${',10.0.0.2'.repeat(count)}`
    expect(clientOf('10.0.0.1', hops(63))).toBe('198.51.100.1')
    expect(clientOf('10.0.0.1', hops(64))).toBeUndefined()
    expect(clientOf('10.0.0.1', hops(1_000_000))).toBeUndefined()
  })

  test('never comes from what stands before an untrusted entry', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), fc.nat(5), (claimed, address, trustedHops) => {
        fc.pre(!proxies.has(parseCidr(address).network))
        expect(clientOf('10.0.0.1', `${claimed},${address}${', 10.3.2.1'.repeat(trustedHops)}`)).toBe(address)
      }),
    )
  })
})
