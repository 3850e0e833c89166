import { describe, expect, test } from 'bun:test'
import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { parseAddress } from '../../src/network/address.ts'

const isProof = process.env.PICTOGLYPH_PROOF === '1'
const numRuns = isProof ? 200_000 : 2_000
const textOf = (text: string) => parseAddress(text)?.text

/** Texts close to addresses: their characters in any order, or an address with a few changed. */
const nearAddress = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF:.%'), maxLength: 46 }),
  fc
    .array(fc.constantFrom(':', '::', '0', '1', 'ffff', 'AbCd', '00001', '1.2.3.4', '256'), { maxLength: 17 })
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(45), fc.constantFrom('', ':', '.', '0', 'g', '::'))
    .map(([address, at, change]) => address.slice(0, at) + change + address.slice(at + 1)),
)

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8::00a0', '2001:db8::a0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8::192.0.2.33', '2001:db8::c000:221'],
    ['::192.0.2.33', '::c000:221'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%25', 'fe80::1'],
  ])('%s is read as %s', (text, canonical) => {
    expect(textOf(text)).toBe(canonical)
  })

  test.each(['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', '::ffff:192.0.2.1%eth0'])(
    '%s is the IPv4 address that it maps',
    (text) => {
      expect(parseAddress(text)).toEqual({ family: 4, words: [0, 0, 0, 0xc0000201], text: '192.0.2.1' })
    },
  )

  test('behind NAT64 stays IPv6, so that no translated private address passes for one', () => {
    expect(parseAddress('64:ff9b::127.0.0.1')).toMatchObject({ family: 6, text: '64:ff9b::7f00:1' })
  })

  test.each([
    '',
    ' ',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.04',
    '1.2.3.00',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '1.2.3.4\n',
    '1.2.3.4:80',
    '1.2.3.4%eth0',
    '1.2.3.4/32',
    '１.2.3.4',
    '1.2.3.-4',
    ':',
    ':::',
    '1:',
    ':1',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '::1.2.3',
    '::1.2.3.4:5',
    '1.2.3.4::',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::01.2.3.4',
    '[::1]',
    '[::1]:80',
    '::1/128',
    'fe80::1%',
    'fe80::1%a%b',
    'fe80::1%a b',
    'unknown',
  ])('%p is none', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  test('is one exactly where the grammar of the system says so', () => {
    fc.assert(
      fc.property(nearAddress, (text) => {
        if (text.includes('%')) return
        expect(parseAddress(text) !== undefined).toBe(isIPv4(text) || isIPv6(text))
      }),
      { numRuns },
    )
  })

  test('has the canonical text that URLs give it', () => {
    const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, (values) => {
        const text = values.map((value) => value.toString(16)).join(':')
        const address = parseAddress(text)!
        if (address.family === 4) return
        expect(`[${address.text}]`).toBe(new URL(`http://[${text}]`).hostname)
      }),
      { numRuns },
    )
  })

  test('is the same when its text is read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseAddress(text)!
        expect(parseAddress(address.text)).toEqual(address)
      }),
      { numRuns },
    )
  })

  test('of any length is refused without being read to its end', () => {
    expect(parseAddress('1'.repeat(10_000_000))).toBeUndefined()
    expect(parseAddress(`::1%${'a'.repeat(10_000_000)}`)).toBeUndefined()
  })
})

test('an address becomes no string by accident', () => {
  const address = parseAddress('2001:db8::1')!
  const accidents = [() => `${address}`, () => String(address), () => [address].join(' ')]
  for (const accident of accidents) expect(accident).toThrow('An address is no string')
  expect(address.text).toBe('2001:db8::1')
  expect(JSON.parse(JSON.stringify(structuredClone(address)))).toEqual({ ...address })
})
