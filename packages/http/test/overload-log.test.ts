import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/core'
import type { LogFacts } from '../src/log.ts'
import { createOverloadLog } from '../src/overload-log.ts'

test('an overload is logged at once, and then every ten seconds with how many were refused', () => {
  const lines: LogFacts[] = []
  const log = { info() {}, error() {}, warn: (facts: LogFacts) => void lines.push(facts) }
  let nowMs = 0
  const note = createOverloadLog({ name: 'images', log, clock: () => nowMs })
  for (; nowMs <= 25_000; nowMs += 10) note(new Failure({ code: 'OVERLOADED', retryAfterSeconds: 5 }))
  expect(lines.map(({ refused }) => refused)).toEqual([1, 1_000, 1_000])
  expect(lines[0]).toMatchObject({ service: 'images', code: 'OVERLOADED' })
})
