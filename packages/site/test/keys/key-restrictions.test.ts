import { expect, test } from 'bun:test'
import { requireBoundNetwork } from '../../src/keys/key-restrictions.ts'
import { parseAddress } from '../../src/network/address.ts'

test('the networks of a key tell the addresses of one /64 apart', () => {
  const networks = ['2001:db8:0:1::1/128', '192.0.2.0/24']
  const isIn = (address: string): boolean => {
    try {
      requireBoundNetwork({ networks }, parseAddress(address))
      return true
    } catch {
      return false
    }
  }
  expect(['2001:db8:0:1::1', '192.0.2.9'].map(isIn)).toEqual([true, true])
  expect(['2001:db8:0:1::2', '192.0.3.9', ''].map(isIn)).toEqual([false, false, false])
})
