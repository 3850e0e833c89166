import { expect, test } from 'bun:test'
import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { createFailureAnswerer } from '../src/failure-answer.ts'
import type { LogFacts } from '../src/log.ts'

const request = { requestId: 'r1', method: 'POST', path: '/here' }

function createLogged() {
  const warned: LogFacts[] = []
  const failed: LogFacts[] = []
  const told: FailureCode[] = []
  const time = { nowMs: 0, aheadMs: 0 }
  const log = {
    info() {},
    warn: (facts: LogFacts) => void warned.push(facts),
    error: (facts: LogFacts) => void failed.push(facts),
  }
  const answer = createFailureAnswerer({
    name: 'images',
    log,
    clock: () => time.nowMs + time.aheadMs,
    now: () => time.nowMs,
    onFailure: (code) => told.push(code),
  })
  return { answer, warned, failed, told, time }
}

test('an overload is logged at once, and then every ten seconds with how many were refused', () => {
  const { answer, warned, failed, time } = createLogged()
  for (; time.nowMs <= 25_000; time.nowMs += 10)
    answer(new Failure({ code: 'OVERLOADED', retryAfterSeconds: 5 }), request)
  expect(warned.map(({ refused }) => refused)).toEqual([1, 1_000, 1_000])
  expect(warned[0]).toMatchObject({ service: 'images', code: 'OVERLOADED' })
  expect(failed).toEqual([])
})

test('an overload is logged again after the clock was ahead for a while', () => {
  const { answer, warned, time } = createLogged()
  for (time.aheadMs of [24 * 60 * 60_000, 0]) {
    answer(new Failure({ code: 'OVERLOADED', retryAfterSeconds: 5 }), request)
    time.nowMs += 10_000
  }
  expect(warned.map(({ refused }) => refused)).toEqual([1, 1])
})

test('what is unexpected is logged with its request, and told without its text', () => {
  const { answer, failed, told } = createLogged()
  const { failure, status, headers } = answer(new Error('out of ink'), request)
  expect([failure.message, status, headers['X-Request-Id']]).toEqual([expect.any(String), 500, 'r1'])
  expect(failure.message).not.toContain('ink')
  expect(failed).toEqual([{ service: 'images', ...request, code: 'INTERNAL', error: expect.anything() }])
  expect(JSON.stringify(failed)).toContain('out of ink')
  expect(told).toEqual(['INTERNAL'])
})

test('a refusal is answered with the headers of its code, counted, and not logged', () => {
  const { answer, warned, failed, told } = createLogged()
  const { status, headers } = answer(
    new Failure({ code: 'RATE_LIMITED', resetAtMs: 4_000, limit: null }),
    request,
  )
  expect([status, headers['Retry-After'], headers['Cache-Control']]).toEqual([429, '4', 'no-store'])
  expect([told, warned, failed]).toEqual([['RATE_LIMITED'], [], []])
})
