import { expect, test } from 'bun:test'
import { type AccessEntry, parseAddress, whitelistRisk } from '@pictoglyph/core'

const nowMs = 1_000
const own = parseAddress('192.0.2.7')

function entry(network: string, change: Partial<AccessEntry> = {}): AccessEntry {
  return { network, list: 'allow', note: '', createdAtMs: 0, expiresAtMs: null, ...change }
}

test('an empty whitelist lets nobody in', () => {
  expect(whitelistRisk([], own, nowMs)).toBe('nobodyAllowed')
})

test('what has ended, and what is blocked, allows nobody', () => {
  const ended = entry('192.0.2.0/24', { expiresAtMs: nowMs })
  const blocked = entry('192.0.2.0/24', { list: 'block' })
  expect(whitelistRisk([ended, blocked], own, nowMs)).toBe('nobodyAllowed')
})

test('a whitelist without one’s own address locks oneself out', () => {
  expect(whitelistRisk([entry('198.51.100.0/24')], own, nowMs)).toBe('ownAddressMissing')
  expect(whitelistRisk([entry('192.0.2.0/24')], undefined, nowMs)).toBe('ownAddressMissing')
})

test('a whitelist that holds one’s own address is no risk', () => {
  const entries = [entry('198.51.100.0/24'), entry('192.0.2.0/24', { expiresAtMs: nowMs + 1 })]
  expect(whitelistRisk(entries, own, nowMs)).toBeUndefined()
})
