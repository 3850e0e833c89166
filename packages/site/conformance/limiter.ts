import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Limiter, LimitPurpose, LimitVerdict } from '../src/access/limiter.ts'
import type { Subject } from '../src/access/subject.ts'
import { parseAddress } from '../src/network/address.ts'
import { counted } from './counted.ts'

/** One or more limiters that share their counts, and the time they live in. */
export interface LimitersUnderTest extends AsyncDisposable {
  readonly replicas: readonly [Limiter, ...Limiter[]]
  /** The span of the limiter: a whole minute under a clock of the test, shorter if real time must pass. */
  readonly windowMs: number
  /** Milliseconds since the epoch by the clock that decides. */
  nowMs(): number
  /** How far `nowMs` may be behind: 1 if it is truncated to a millisecond. */
  readonly resolutionMs: 0 | 1
  /** Lets at least this many milliseconds pass. */
  pass(durationMs: number): Promise<void> | void
}

interface LimiterConformanceOptions {
  /** Random schedules to try. */
  runs?: number
  /** Requests in the longest of them. */
  longest?: number
}

/** A request that was accepted at some moment from `sentMs` to `answeredMs`. */
interface Acceptance {
  sentMs: number
  answeredMs: number
}

/**
 * Holds an implementation of `Limiter` to the laws of the port.
 * @param open with a `short` span where many of them pass, and a `long` one where requests must fall into the same,
 * however slow the machine; under a clock of the test they are one
 */
export function limiterConformance(
  name: string,
  open: (span: 'short' | 'long') => Promise<LimitersUnderTest> | LimitersUnderTest,
  { runs = 200, longest = 120 }: LimiterConformanceOptions = {},
): void {
  describe(`${name}: the laws of a limiter`, () => {
    test('no span holds more than the limit, and none is refused before it', async () => {
      await using subject = await open('short')
      const { windowMs } = subject
      const request = fc.record({
        waitMs: fc.oneof(
          { weight: 6, arbitrary: fc.constant(0) },
          { weight: 3, arbitrary: fc.integer({ min: 1, max: windowMs / 10 }) },
          { weight: 1, arbitrary: fc.constantFrom(windowMs - 1, windowMs, windowMs + 1) },
        ),
        client: fc.nat({ max: 2 }),
        purpose: fc.oneof({ weight: 3, arbitrary: fc.constant('count') }, fc.constant('ask')),
        limit: fc.oneof({ weight: 5, arbitrary: fc.constant(4) }, fc.integer({ min: 1, max: 9 })),
        replica: fc.nat({ max: subject.replicas.length - 1 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(request, { maxLength: longest, size: 'max' }), async (schedule) => {
          const run = crypto.randomUUID()
          const accepted: Acceptance[][] = [[], [], []]
          for (const { waitMs, client, limit, purpose, replica } of schedule) {
            if (waitMs > 0) await subject.pass(waitMs)
            const sentMs = subject.nowMs()
            const verdict = await subject.replicas[replica]!.take(counted(`${run}-${client}`), limit, purpose)
            const moment = { sentMs, answeredMs: subject.nowMs() + subject.resolutionMs }
            const breach = breachOf({
              verdict,
              limit,
              purpose,
              moment,
              windowMs,
              accepted: accepted[client]!,
            })
            expect(breach).toBeUndefined()
            if (verdict.accepted && purpose === 'count') accepted[client]!.push(moment)
          }
        }),
        { numRuns: runs },
      )
    }, 120_000)

    test('of 200 clients at once exactly as many as the limit are accepted', async () => {
      await using subject = await open('long')
      const key = counted(crypto.randomUUID())
      const verdicts = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => replicaFor(subject, index).take(key, 50)),
      )
      const accepted = verdicts.filter((verdict) => verdict.accepted)
      expect(accepted.map((verdict) => verdict.remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: 50 }, (_, index) => 49 - index),
      )
    })

    test('the request at resetAtMs is accepted, and a refused one has not counted', async () => {
      await using subject = await open('long')
      const key = counted(crypto.randomUUID())
      for (let index = 0; index < 3; index++) await replicaFor(subject, index).take(key, 3)
      const refused = await subject.replicas[0].take(key, 3)
      await subject.replicas[0].take(key, 3)
      if (refused.accepted) throw new Error('a fourth request was accepted')
      await passUntil(subject, refused.resetAtMs)
      expect(await subject.replicas[0].take(key, 3)).toMatchObject({ accepted: true })
    })

    test('after a lower limit the reset is when enough have left, after a higher one there is room at once', async () => {
      await using subject = await open('long')
      const key = counted(crypto.randomUUID())
      const limiter = subject.replicas[0]
      for (let index = 0; index < 4; index++) {
        await limiter.take(key, 4)
        await subject.pass(3)
      }
      expect(await limiter.take(key, 6)).toMatchObject({ accepted: true, remaining: 1 })
      const lowered = await limiter.take(key, 2)
      const unchanged = await limiter.take(key, 5)
      expect(lowered.accepted || unchanged.accepted).toBe(false)
      expect(lowered.resetAtMs).toBeGreaterThan(unchanged.resetAtMs)
      await passUntil(subject, lowered.resetAtMs)
      expect(await limiter.take(key, 2)).toMatchObject({ accepted: true })
    })

    test('one client at its limit leaves the others theirs', async () => {
      await using subject = await open('long')
      const [first, second] = [counted(crypto.randomUUID()), counted(crypto.randomUUID())]
      const limiter = subject.replicas[0]
      expect(await limiter.take(first, 1)).toMatchObject({ accepted: true, remaining: 0 })
      expect(await limiter.take(first, 1)).toMatchObject({ accepted: false })
      expect(await limiter.take(second, 1)).toMatchObject({ accepted: true, remaining: 0 })
    })

    test('addresses of one /64 are one client, of two are two, and one without an address is a third', async () => {
      await using subject = await open('long')
      const limiter = subject.replicas[0]
      const prefix = `2001:db8:${crypto.randomUUID().slice(0, 4)}`
      const at = (text: string): Subject => ({ address: parseAddress(text) })
      const remaining = async (by: Subject) => {
        const verdict = await limiter.take({ act: 'text request', by }, 1_000)
        return verdict.accepted && verdict.remaining
      }
      const ofOne = [at(`${prefix}:1::1`), at(`${prefix}:1:ffff:ffff:ffff:ffff`), at(`${prefix}:1::`)]
      for (const [index, by] of ofOne.entries()) expect(await remaining(by)).toBe(999 - index)
      expect(await remaining(at(`${prefix}:2::1`))).toBe(999)
      const unknown = await remaining(at('unknown'))
      expect(await remaining({ address: undefined })).toBe(Number(unknown) - 1)
      expect(await remaining(ofOne[0]!)).toBe(996)
    })

    test('each act of a user counts by itself, and at each client apart', async () => {
      await using subject = await open('long')
      const limiter = subject.replicas[0]
      const userId = crypto.randomUUID()
      const home = { address: parseAddress('2001:db8::1') }
      const apart = [
        { act: 'code', by: { userId } },
        { act: 'passkey', by: { userId } },
        { act: 'code', by: { userId, at: home } },
        { act: 'code', by: { nameHash: userId } },
        { act: 'code', by: { keyId: userId } },
      ] as const
      for (const one of apart) expect(await limiter.take(one, 1)).toMatchObject({ accepted: true })
      for (const one of apart) expect(await limiter.take(one, 1)).toMatchObject({ accepted: false })
      const neighbour = { address: parseAddress('2001:db8::2') }
      expect(await limiter.take({ act: 'code', by: { userId, at: neighbour } }, 1)).toMatchObject({
        accepted: false,
      })
    })

    test('a client counts as limited from its first refusal until its reset', async () => {
      await using subject = await open('long')
      const key = counted(crypto.randomUUID())
      const limiter = subject.replicas[0]
      await limiter.take(key, 1)
      expect(await limiter.limited()).toBe(0)
      const refused = await limiter.take(key, 1)
      await limiter.take(key, 1)
      expect(await limiter.limited()).toBe(1)
      await passUntil(subject, refused.resetAtMs)
      expect(await limiter.limited()).toBe(0)
    })

    test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'a limit of %p is refused',
      async (limit) => {
        await using subject = await open('long')
        expect(async () => subject.replicas[0].take(counted('client'), limit)).toThrow(RangeError)
      },
    )
  })
}

/** Which law a verdict breaks. What decides is the acceptance `limit` before it: is it still in the span? */
function breachOf(request: {
  verdict: LimitVerdict
  limit: number
  purpose: LimitPurpose
  moment: Acceptance
  windowMs: number
  accepted: Acceptance[]
}): string | undefined {
  const { verdict, limit, purpose, moment, windowMs, accepted } = request
  const deciding = accepted.at(-limit)
  const within = (value: number, least: number, most: number) => value >= least && value <= most
  if (!verdict.accepted) {
    if (deciding === undefined) return `refused after ${accepted.length} of ${limit}`
    if (deciding.answeredMs + windowMs <= moment.sentMs) return 'refused although enough had left'
    const truthful = within(verdict.resetAtMs, deciding.sentMs + windowMs, deciding.answeredMs + windowMs + 2)
    return truthful ? undefined : `resetAtMs is off by ${verdict.resetAtMs - deciding.sentMs - windowMs} ms`
  }
  if (deciding !== undefined && deciding.sentMs + windowMs > moment.answeredMs) {
    return `accepted more than ${limit} within ${moment.answeredMs - deciding.sentMs} ms`
  }
  const surelyCounted = accepted.filter((one) => one.sentMs + windowMs > moment.answeredMs).length
  const perhapsCounted = accepted.filter((one) => one.answeredMs + windowMs >= moment.sentMs).length
  const room = limit - (purpose === 'count' ? 1 : 0)
  if (!within(verdict.remaining, room - perhapsCounted, room - surelyCounted)) {
    return `${verdict.remaining} remain of ${limit} after ${surelyCounted} to ${perhapsCounted}`
  }
  const ahead = within(verdict.resetAtMs, moment.sentMs, moment.answeredMs + windowMs + 2)
  return ahead ? undefined : `resetAtMs is ${verdict.resetAtMs - moment.answeredMs} ms ahead`
}

function replicaFor(subject: LimitersUnderTest, index: number): Limiter {
  return subject.replicas[index % subject.replicas.length]!
}

async function passUntil(subject: LimitersUnderTest, atMs: number): Promise<void> {
  while (subject.nowMs() < atMs) await subject.pass(atMs - subject.nowMs())
}
