import { expect, test } from 'bun:test'
import { keepCheck } from '../../src/language/kept-check.ts'

const forever = Number.POSITIVE_INFINITY

/** A check that fails as it is told, and how often it ran. */
function counted(limits: { goodMs: number; badMs?: number }) {
  const state = { runs: 0, fails: false }
  const kept = keepCheck(async () => {
    state.runs += 1
    if (state.fails) throw new Error(`failure ${state.runs}`)
  }, limits)
  const outcome = () =>
    kept.run().then(
      () => 'good',
      (error: Error) => error.message,
    )
  return { state, outcome, forget: kept.forget }
}

test('a success is kept for its time, and a failure for its own', async () => {
  const long = counted({ goodMs: forever, badMs: forever })
  expect([await long.outcome(), await long.outcome(), long.state.runs]).toEqual(['good', 'good', 1])
  long.forget()
  long.state.fails = true
  expect([await long.outcome(), await long.outcome(), long.state.runs]).toEqual(['failure 2', 'failure 2', 2])
  long.forget()
  long.state.fails = false
  expect([await long.outcome(), long.state.runs]).toEqual(['good', 3])

  const short = counted({ goodMs: 0, badMs: 0 })
  expect([await short.outcome(), await short.outcome(), short.state.runs]).toEqual(['good', 'good', 2])
  short.state.fails = true
  expect([await short.outcome(), await short.outcome(), short.state.runs]).toEqual([
    'failure 3',
    'failure 4',
    4,
  ])
})

test('a failure is kept for a second where nothing else is said', async () => {
  const usual = counted({ goodMs: 0 })
  usual.state.fails = true
  const startedMs = performance.now()
  const first = await usual.outcome()
  const second = await usual.outcome()
  // On a machine that stood still for that second, it was tried again.
  if (performance.now() - startedMs < 1_000) expect([first, second]).toEqual(['failure 1', 'failure 1'])
})

test('many callers share a running check, until it is forgotten', async () => {
  const shared = counted({ goodMs: 0 })
  expect(await Promise.all([shared.outcome(), shared.outcome()])).toEqual(['good', 'good'])
  expect(shared.state.runs).toBe(1)
  const running = shared.outcome()
  shared.forget()
  await Promise.all([running, shared.outcome()])
  expect(shared.state.runs).toBe(3)
})
