import { afterEach, expect, jest, test } from 'bun:test'
import { withLease } from '../../src/index.ts'

afterEach(() => {
  jest.useRealTimers()
})

/** Leases in memory, whose renewals take until `letRenew` is called. */
function slowLeases() {
  const holders = new Map<string, string>()
  const gate = Promise.withResolvers<void>()
  const steps: string[] = []
  return {
    steps,
    letRenew: gate.resolve,
    leases: {
      async take(name: string, holder: string) {
        if (holders.get(name) === holder) await gate.promise
        steps.push('taken')
        holders.set(name, holder)
        return true
      },
      async release(name: string, holder: string) {
        steps.push('released')
        if (holders.get(name) === holder) holders.delete(name)
      },
      async endAll() {
        holders.clear()
      },
    },
    isTaken: (name: string) => holders.has(name),
  }
}

test('a renewal that is under way when the work is done does not outlive the lease', async () => {
  jest.useFakeTimers()
  const { leases, letRenew, isTaken, steps } = slowLeases()
  const worked = Promise.withResolvers<void>()
  const done = withLease({ database: { leases } }, 'collector', async () => {
    jest.advanceTimersByTime(15_000)
    worked.resolve()
  })
  await worked.promise
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  letRenew()
  await done
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(steps).toEqual(['taken', 'taken', 'released'])
  expect(isTaken('collector')).toBe(false)
})
