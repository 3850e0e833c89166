import { expect, test } from 'bun:test'
import { isPublicAddress } from '../../src/rehost/fetch-image.ts'

const hidden = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fe80::1%eth0',
  'fd00::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'ff02::1',
  'not an address',
]
const open = ['1.1.1.1', '100.128.0.1', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '::ffff:8.8.8.8']

test('addresses of this machine, of networks at home and of no network are not of the internet', () => {
  expect(hidden.filter(isPublicAddress)).toEqual([])
  expect(open.filter(isPublicAddress)).toEqual(open)
})
