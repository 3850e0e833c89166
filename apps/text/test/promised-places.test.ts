import { expect, test } from 'bun:test'
import { createPromisedPlaces, promiseGraceMs } from '../src/promised-places.ts'

const nowMs = 1_000_000
const request = { nowMs, notBeforeMs: nowMs, work: 1, intervalMs: 1 }

test('of more clients than are remembered, those beyond are told a time when all the others have had theirs', () => {
  const places = createPromisedPlaces()
  const remembered = Array.from({ length: 1_024 }, (_, client) => places.promise(String(client), request))
  const beyondMs = places.promise('beyond', request)
  expect(beyondMs).toBeGreaterThan(Math.max(...remembered) + promiseGraceMs)
  expect(places.redeem('beyond', beyondMs, 1)).toBeFalse()
})

test('promises that have lapsed make room for others', () => {
  const places = createPromisedPlaces()
  for (let client = 0; client < 1_024; client++) places.promise(String(client), request)
  const laterMs = nowMs + 1_024 + promiseGraceMs + 1
  const promisedMs = places.promise('later', { ...request, nowMs: laterMs })
  expect(promisedMs).toBe(laterMs + 1)
  expect(places.redeem('later', promisedMs, 1)).toBeTrue()
})

test('a promise holds for ten seconds from its time, also while room is made for others, and no longer', () => {
  const places = createPromisedPlaces()
  const [first = 0, second = 0] = Array.from({ length: 1_024 }, (_, client) =>
    places.promise(String(client), request),
  )
  const lastMs = first + 10_000
  places.promise('another', { ...request, nowMs: lastMs })
  expect(places.redeem('0', lastMs, 1)).toBeTrue()
  expect(places.redeem('1', second + 10_001, 1)).toBeFalse()
})

test('a client keeps its promise only while it is still to come, and no other rule refuses it then', () => {
  const places = createPromisedPlaces()
  const untilMs = places.promise('client', { ...request, intervalMs: 100 })
  expect(places.promise('client', { ...request, nowMs: untilMs, notBeforeMs: 0 })).toBe(untilMs)
  const laterMs = places.promise('client', { ...request, nowMs: untilMs + 1, notBeforeMs: 0 })
  expect(laterMs).toBeGreaterThan(untilMs + 1)
  expect(places.promise('client', { ...request, notBeforeMs: laterMs + 500 })).toBe(laterMs + 500)
})
