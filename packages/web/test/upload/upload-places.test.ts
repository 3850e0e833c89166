import { expect, test } from 'bun:test'
import { parseAddress } from '@pictoglyph/site/network/address'
import { createUploadPlaces } from '../../src/upload/upload-places.ts'

const deadlines = { idleMs: 1_000, overallMs: 1_000 }

test('addresses of one /64 share the places of an address, whoever uploads from there', () => {
  const places = createUploadPlaces({ ...deadlines, maxInFlight: 9, maxOfOneUser: 9, maxOfOneAddress: 1 })
  const take = (userId: string, address: string) => places.take({ userId, address: parseAddress(address) })
  using _first = take('kim', '2001:db8:0:1::1')
  expect(() => take('lee', '2001:db8:0:1:ffff::2')).toThrow('busy')
  using _next = take('lee', '2001:db8:0:2::1')
  using _unknown = take('kim', '')
  expect(() => take('lee', '')).toThrow('busy')
})

test('a key and a user have shares of their own, wherever they are', () => {
  const bounds = { ...deadlines, maxInFlight: 9, maxOfOneUser: 2, maxOfOneKey: 1 }
  const places = createUploadPlaces(bounds)
  const take = (userId: string, key: string, address: string) =>
    places.take({ userId, key: { id: key, isGuestLink: false }, address: parseAddress(address) })
  using _first = take('kim', 'a', '192.0.2.1')
  expect(() => take('kim', 'a', '192.0.2.2')).toThrow('busy')
  using _second = take('kim', 'b', '192.0.2.1')
  expect(() => take('kim', 'c', '192.0.2.3')).toThrow('busy')
  using _other = take('lee', 'd', '192.0.2.1')
})
