import { expect, test } from 'bun:test'
import { parseAddress } from '@pictoglyph/site/network/address'
import { createLog, type LogFacts } from '../src/log.ts'
import { createSecurityEvents, maxSecurityLines } from '../src/security-events.ts'

function watch() {
  const lines: LogFacts[] = []
  const counted: string[] = []
  let nowMs = 0
  const note = (facts: LogFacts) => void lines.push(facts)
  const events = createSecurityEvents({
    log: { ...createLog('silent'), info: note, warn: note },
    now: () => nowMs,
    onEvent: (event) => void counted.push(event),
  })
  const from = (text: string) => ({ id: 'request', address: () => parseAddress(text) })
  return { events, lines, counted, from, pass: (ms: number) => (nowMs += ms) }
}

test('an event is a line with its address, whom it is about and the request', () => {
  const { events, lines, from } = watch()
  events.report('key.refused', from('203.0.113.7'), { keyId: 'k' })
  events.report('signin.succeeded', { id: 'other', address: () => undefined }, { user: 'ann' })
  expect(lines).toEqual([
    { event: 'key.refused', address: '203.0.113.7', keyId: 'k', requestId: 'request' },
    { event: 'signin.succeeded', address: 'unknown', user: 'ann', requestId: 'other' },
  ])
})

test('a flood from one address is summed, and hides no other address', () => {
  const { events, lines, counted, from, pass } = watch()
  for (let sent = 0; sent < 1_000; sent++) {
    events.report('signin.failed', from(`2001:db8::${sent.toString(16)}`))
  }
  events.report('signin.failed', from('198.51.100.1'))
  expect(lines).toHaveLength(maxSecurityLines.ofAddress + 1)
  expect(lines.at(-1)).toMatchObject({ address: '198.51.100.1' })
  pass(60_000)
  events.report('signin.failed', from('198.51.100.1'))
  expect(lines.slice(-2)).toMatchObject([
    { event: 'signin.failed', summed: 1_000 - maxSecurityLines.ofAddress },
    { address: '198.51.100.1' },
  ])
  expect(counted).toHaveLength(1_002)
})

test('a flood from many addresses is summed, and other events go on', () => {
  const { events, lines, from } = watch()
  for (let sent = 0; sent < 5_000; sent++)
    events.report('key.refused', from(`10.0.${sent >> 8}.${sent & 255}`))
  events.report('role.changed', from('127.0.0.1'), { user: 'ann' })
  expect(lines).toHaveLength(maxSecurityLines.ofEvent + 1)
  events.close()
  expect(lines.at(-1)).toEqual({ event: 'key.refused', summed: 5_000 - maxSecurityLines.ofEvent })
})
