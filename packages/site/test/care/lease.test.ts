import { afterEach, expect, jest, test } from 'bun:test'
import { type Lease, withLease } from '../../src/care/lease.ts'

afterEach(() => {
  jest.useRealTimers()
})

/** Leases in memory, whose renewals take until `letRenew` is called. `passTo` gives one to someone else. */
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
        if ((holders.get(name) ?? holder) !== holder) return false
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
    passTo: (name: string, holder: string) => holders.set(name, holder),
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

test('without the lease no work is done', async () => {
  const { leases, passTo, steps } = slowLeases()
  passTo('collector', 'another process')
  let isDone = false
  const work = async () => {
    isDone = true
  }
  expect(await withLease({ database: { leases } }, 'collector', work)).toBeUndefined()
  expect([isDone, steps]).toEqual([false, []])
})

test('work that fails gives the lease back, and its error is thrown', async () => {
  const { leases, isTaken } = slowLeases()
  const work = () => Promise.reject(new Error('no'))
  await expect(withLease({ database: { leases } }, 'collector', work)).rejects.toThrow('no')
  expect(isTaken('collector')).toBe(false)
})

test('a lease is no longer held once a renewal has found it with someone else', async () => {
  jest.useFakeTimers()
  const { leases, letRenew, passTo } = slowLeases()
  letRenew()
  await withLease({ database: { leases } }, 'collector', async (lease) => {
    expect(() => lease.requireHeld()).not.toThrow()
    passTo('collector', 'another process')
    jest.advanceTimersByTime(15_000)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(() => lease.requireHeld()).toThrow('was lost')
  })
})

test('nothing is begun under a lease whose renewals do not come through, twenty seconds before its end', async () => {
  jest.useFakeTimers()
  const { leases, letRenew } = slowLeases()
  await withLease({ database: { leases } }, 'collector', async (lease) => {
    jest.advanceTimersByTime(40_000)
    expect(() => lease.requireHeld()).not.toThrow()
    jest.advanceTimersByTime(1)
    expect(() => lease.requireHeld()).toThrow('was lost')
    letRenew()
  })
})

test('work that was called off may go on with nothing', async () => {
  const { leases } = slowLeases()
  const calledOff = new AbortController()
  const work = async (lease: Lease) => {
    expect(() => lease.requireHeld()).not.toThrow()
    calledOff.abort()
    expect(() => lease.requireHeld()).toThrow('called off')
  }
  await withLease({ database: { leases } }, 'collector', work, { signal: calledOff.signal })
})
