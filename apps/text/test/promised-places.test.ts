import { expect, test } from 'bun:test'
import { createPromisedPlaces, promiseGraceMs } from '../src/promised-places.ts'

const nowMs = 1_000_000
const request = { nowMs, notBeforeMs: nowMs, work: 1, intervalMs: 1 }

test('of more callers than are remembered, those beyond are told a time when all the others have had theirs', () => {
  const places = createPromisedPlaces()
  const remembered = Array.from({ length: 1_024 }, (_, caller) => places.promise(String(caller), request))
  const beyondMs = places.promise('beyond', request)
  expect(beyondMs).toBeGreaterThan(Math.max(...remembered) + promiseGraceMs)
  expect(places.redeem('beyond', beyondMs, 1)).toBeFalse()
})

test('promises that have lapsed make room for others', () => {
  const places = createPromisedPlaces()
  for (let caller = 0; caller < 1_024; caller++) places.promise(String(caller), request)
  const laterMs = nowMs + 1_024 + promiseGraceMs + 1
  const promisedMs = places.promise('later', { ...request, nowMs: laterMs })
  expect(promisedMs).toBe(laterMs + 1)
  expect(places.redeem('later', promisedMs, 1)).toBeTrue()
})
