import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSemaphore, type Permit, requirePermit, type Semaphore } from '../../src/admission/semaphore.ts'
import { Failure } from '../../src/language/failure.ts'
import { parseAddress } from '../../src/network/address.ts'

/** A request of the model: what it asked for, and what became of it. */
interface Asked {
  number: number
  holder: string
  count: number
  isUrgent: boolean
  state: 'waiting' | 'held' | 'refused' | 'done'
  permit?: Permit
}

const holders = ['a', 'b', 'c']

const step = fc.oneof(
  fc.record({
    kind: fc.constant('acquire' as const),
    holder: fc.constantFrom(...holders),
    count: fc.integer({ min: 1, max: 5 }),
    isUrgent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('release' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('resize' as const), which: fc.nat(), count: fc.integer({ min: 1, max: 5 }) }),
)

/** Waits until every promise of the semaphore's that has been resolved has been heard. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const options = fc.record({
  permits: fc.integer({ min: 1, max: 6 }),
  maxOfOne: fc.integer({ min: 1, max: 6 }),
  maxWaiting: fc.integer({ min: 0, max: 4 }),
})

test('the laws hold whatever is asked and given back', async () => {
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { maxLength: 40 }), async (bounds, steps) => {
      const semaphore = createSemaphore(bounds)
      const asked: Asked[] = []
      const inState = (state: Asked['state']) => asked.filter((one) => one.state === state)

      for (const { kind, ...what } of steps) {
        const waitedBefore = new Set(inState('waiting'))
        if (kind === 'acquire') ask(semaphore, asked, what as Omit<Asked, 'state' | 'number'>)
        else {
          const held = inState('held')
          const one = held[(what as { which: number }).which % held.length]
          if (kind === 'release') release(one)
          else if (one !== undefined) resize(one, (what as { count: number }).count)
        }
        await heard()
        expectBounds(asked, bounds)
        expectOrder(asked, waitedBefore)
        expectNoneWaitsInVain(asked, bounds.permits)
        expect(semaphore.requests).toBe(inState('held').length + inState('waiting').length)
      }
      for (const one of asked) release(one)
      while (inState('held').length + inState('waiting').length > 0) {
        await heard()
        inState('held').forEach(release)
      }
      expect(semaphore.tryAcquire({ count: bounds.permits })).toBeDefined()
    }),
  )

  function ask(semaphore: Semaphore, asked: Asked[], what: Omit<Asked, 'state' | 'number'>): void {
    const one: Asked = { ...what, number: asked.length, state: 'waiting' }
    asked.push(one)
    void semaphore
      .acquire({ ...what, holder: { userId: what.holder }, isUrgent: () => what.isUrgent })
      .then((permit) => {
        one.state = permit === undefined ? 'refused' : 'held'
        if (permit !== undefined) one.permit = permit
      })
  }

  function release(one: Asked | undefined): void {
    if (one?.state !== 'held') return
    one.state = 'done'
    one.permit?.[Symbol.dispose]()
    one.permit?.[Symbol.dispose]()
  }

  function resize(one: Asked, count: number): void {
    if (one.permit?.resize(count)) one.count = count
  }
})

const sum = (asked: readonly Asked[], permits: number): number =>
  asked.reduce((total, { count }) => total + Math.min(count, permits), 0)

function expectBounds(
  asked: readonly Asked[],
  { permits, maxOfOne, maxWaiting }: { permits: number; maxOfOne: number; maxWaiting: number },
): void {
  const held = asked.filter(({ state }) => state === 'held')
  const waiting = asked.filter(({ state }) => state === 'waiting')
  expect(sum(held, permits)).toBeLessThanOrEqual(permits)
  for (const isUrgent of [true, false]) {
    expect(waiting.filter((one) => one.isUrgent === isUrgent).length).toBeLessThanOrEqual(maxWaiting)
  }
  for (const holder of holders) {
    const own = [...held, ...waiting].filter((one) => one.holder === holder)
    expect(sum(own, permits)).toBeLessThanOrEqual(maxOfOne)
  }
}

/** Of those that waited, none was let in before an earlier one of its kind, or before an urgent one. */
function expectOrder(asked: readonly Asked[], waitedBefore: ReadonlySet<Asked>): void {
  const letIn = asked.filter((one) => one.state === 'held' && waitedBefore.has(one))
  const waiting = asked.filter(({ state }) => state === 'waiting')
  for (const one of letIn) {
    for (const left of waiting) {
      if (left.isUrgent === one.isUrgent) expect(left.number).toBeGreaterThan(one.number)
      else if (waitedBefore.has(left)) expect(one.isUrgent).toBeTrue()
    }
  }
}

function expectNoneWaitsInVain(asked: readonly Asked[], permits: number): void {
  const waiting = asked.filter(({ state }) => state === 'waiting')
  const first = waiting.find(({ isUrgent }) => isUrgent) ?? waiting[0]
  if (first === undefined) return
  const held = asked.filter(({ state }) => state === 'held')
  expect(sum(held, permits) + Math.min(first.count, permits)).toBeGreaterThan(permits)
}

test('what someone comes to wait for is let in as if they had waited from the start', async () => {
  const semaphore = createSemaphore({ permits: 1, maxWaiting: 2 })
  const order: string[] = []
  let isWanted = false
  const take = async (name: string, isUrgent: () => boolean): Promise<void> => {
    using permit = await semaphore.acquire({ isUrgent })
    if (permit !== undefined) order.push(name)
  }
  const first = semaphore.tryAcquire()
  const later = [
    take('a', () => false),
    take('b', () => isWanted),
    take('c', () => true),
    take('d', () => true),
  ]
  expect([semaphore.hasRoom(true), semaphore.hasRoom(false)]).toEqual([false, false])
  isWanted = true
  expect([semaphore.hasRoom(true), semaphore.hasRoom(false)]).toEqual([false, true])
  first?.[Symbol.dispose]()
  await Promise.all(later)
  expect(order).toEqual(['b', 'c', 'd', 'a'])
})

test('a request for more than there is gets all of it, when nobody else holds any', async () => {
  const semaphore = createSemaphore({ permits: 4, maxWaiting: 1 })
  const small = semaphore.tryAcquire()
  const large = semaphore.acquire({ count: 100 })
  expect(semaphore.tryAcquire()).toBeUndefined()
  small?.[Symbol.dispose]()
  using permit = await large
  expect(permit).toBeDefined()
  expect(semaphore.tryAcquire()).toBeUndefined()
})

test('the time to come back follows how long permits are held, and how many are wanted', async () => {
  let nowMs = 0
  const semaphore = createSemaphore({
    permits: 2,
    maxWaiting: 100,
    typicalHoldMs: 4_000,
    clock: () => nowMs,
  })
  using _first = semaphore.tryAcquire()
  const second = semaphore.tryAcquire()
  expect(semaphore.retryAfterMs()).toBe(4_000)
  const waiting = [semaphore.acquire(), semaphore.acquire()]
  expect(semaphore.retryAfterMs()).toBe(8_000)
  nowMs += 8_000
  second?.[Symbol.dispose]()
  expect(semaphore.retryAfterMs()).toBe((5_000 * 3) / 2)
  for (let i = 0; i < 90; i++) waiting.push(semaphore.acquire())
  expect(semaphore.retryAfterMs()).toBe(60_000)
  semaphore.close()
  for (const permit of await Promise.all(waiting)) permit?.[Symbol.dispose]()
})

test('where there are no permits at all, a time is told all the same', () => {
  const semaphore = createSemaphore({ permits: 0, typicalHoldMs: 4_000 })
  expect(semaphore.tryAcquire()).toBeUndefined()
  expect(semaphore.retryAfterMs()).toBe(4_000)
})

test('once closed it refuses all who wait and all who come', async () => {
  const semaphore = createSemaphore({ permits: 1, maxWaiting: 1 })
  using _held = semaphore.tryAcquire()
  const waiting = semaphore.acquire()
  semaphore.close()
  expect(await waiting).toBeUndefined()
  expect(await semaphore.acquire()).toBeUndefined()
  expect(semaphore.tryAcquire()).toBeUndefined()
  expect(semaphore.hasRoom()).toBeFalse()
})

test('addresses of one /64 share a holder, other networks and users have shares of their own', () => {
  const semaphore = createSemaphore({ permits: 9, maxOfOne: 1 })
  const at = (text: string) => ({ holder: { address: parseAddress(text) } })
  using _one = requirePermit(semaphore, at('2001:db8::1'))
  expect(semaphore.tryAcquire(at('2001:db8::ffff:0:0:2'))).toBeUndefined()
  using _next = requirePermit(semaphore, at('2001:db8:0:1::1'))
  using _four = requirePermit(semaphore, at('192.0.2.1'))
  using _unknown = requirePermit(semaphore, { holder: { address: undefined } })
  expect(semaphore.tryAcquire({ holder: { address: undefined } })).toBeUndefined()
  using _user = requirePermit(semaphore, { holder: { userId: '192.0.2.1' } })
  using _elsewhere = requirePermit(semaphore, {
    shares: [{ holder: { keyId: '192.0.2.1' }, most: 1 }],
  })
  const shares = [
    { holder: { userId: 'kim' }, most: 1 },
    { holder: { address: parseAddress('2001:db8::9') }, most: 1 },
  ]
  expect(semaphore.fullShare(shares)).toBe(shares[1]!)
})

test('who requires a permit is told that the service is overloaded, and for how long', () => {
  const semaphore = createSemaphore({ permits: 2, maxOfOne: 1, typicalHoldMs: 4_500 })
  using _a = requirePermit(semaphore, { holder: { userId: 'a' } })
  expect(refusal(() => requirePermit(semaphore, { holder: { userId: 'a' } }))).toEqual({
    code: 'OVERLOADED',
    retryAfterSeconds: 5,
  })
})

function refusal(ask: () => unknown) {
  try {
    ask()
  } catch (error) {
    if (error instanceof Failure) return error.facts
    throw error
  }
  throw new Error('was let in')
}
