import { expect, spyOn, test } from 'bun:test'
import {
  explained,
  isNoBucket,
  isPassing,
  isRefusal,
  leavesOutcomeUnknown,
  longestPauseMs,
  mayRefuseHeader,
  mayTakeEffectLater,
  refusalOf,
  S3Refusal,
  S3Silence,
  withRetries,
} from '../src/s3/failures.ts'

const noAnswer = new Error('The connection broke.')
const answer = (status: number, code = '') => new S3Refusal(status, code, '')

test.each([408, 425, 429, 500, 502, 503, 504])('what is answered %d may succeed a moment later', (status) => {
  expect(isPassing(answer(status))).toBe(true)
})

test.each([301, 400, 403, 404, 409, 412, 416, 501])('what is answered %d fails for good', (status) => {
  expect(isPassing(answer(status, 'SomethingElse'))).toBe(false)
})

test.each([
  [400, 'RequestTimeout'],
  [400, 'SlowDown'],
  [409, 'ConditionalRequestConflict'],
  [409, 'OperationAborted'],
])('what is answered %d %s may succeed a moment later', (status, code) => {
  expect(isPassing(answer(status, code))).toBe(true)
})

test('a refusal is one of its own status', () => {
  const told = [answer(404), answer(403), noAnswer].map((error) => isRefusal(error, 404))
  expect(told).toEqual([true, false, false])
})

test('a missing bucket is distinguished from a missing object', () => {
  const told = [
    answer(404, 'NoSuchBucket'),
    answer(404, 'NoSuchKey'),
    answer(404),
    answer(403, 'NoSuchBucket'),
  ]
  expect(told.map(isNoBucket)).toEqual([true, false, false, false])
})

test('a request without an answer may have taken effect, and may succeed a moment later', () => {
  expect([isPassing(noAnswer), leavesOutcomeUnknown(noAnswer), mayTakeEffectLater(noAnswer)]).toEqual([
    true,
    true,
    true,
  ])
})

test.each([
  [403, 'AccessDenied', false, false],
  [499, '', false, false],
  [500, 'InternalError', true, true],
  [502, '', true, true],
  [503, '', true, true],
  [503, 'SlowDown', true, false],
  [503, 'ServiceUnavailable', true, false],
])('after %d %s: may be done %p, may be done later %p', (status, code, mayBeDone, mayBeDoneLater) => {
  const refusal = answer(status, code)
  expect([leavesOutcomeUnknown(refusal), mayTakeEffectLater(refusal)]).toEqual([mayBeDone, mayBeDoneLater])
})

test.each([
  [
    '<Error><Code>AccessDenied</Code><Message>Not you.</Message></Error>',
    'answered 403 AccessDenied: Not you.',
  ],
  ['<Error><Code>AccessDenied</Code></Error>', 'answered 403 AccessDenied'],
  ['<html>Forbidden</html>', 'answered 403'],
])('the answer %p is told as %p', async (body, told) => {
  const refusal = await refusalOf(new Response(body, { status: 403 }))
  expect(refusal.message).toBe(`The store ${told}`)
  expect(refusal.status).toBe(403)
})

test('pauses grow up to two seconds', () => {
  expect([1, 2, 3, 4, 5, 50].map(longestPauseMs)).toEqual([200, 400, 800, 1_600, 2_000, 2_000])
})

test.each([
  [5, 5, [200, 400, 800, 1_600]],
  [5.001, 2, [200]],
])(
  'where %d s have passed of 5, there are %d attempts, with pauses up to %p',
  async (passedS, attempts, pauses) => {
    const times = [10_000_000]
    using _clock = spyOn(performance, 'now').mockImplementation(
      () => times.shift() ?? 10_000_000 + passedS * 1_000,
    )
    using _random = spyOn(Math, 'random').mockReturnValue(1)
    using sleep = spyOn(Bun, 'sleep').mockResolvedValue(undefined)
    let count = 0
    const work = async () => {
      count++
      throw answer(503)
    }
    await withRetries({ attempts: 5, withinMs: 5_000 }, work).catch(() => undefined)
    expect(count).toBe(attempts)
    expect(sleep.mock.calls.flat()).toEqual(pauses)
  },
)

test('a store that was silent is asked again, unless no further answer can come in time', () => {
  const [silence, last] = [new S3Silence(5), new S3Silence(5, true)]
  expect([isPassing(silence), isPassing(last), mayTakeEffectLater(last)]).toEqual([true, false, true])
  expect(String(silence)).toBe('S3Silence: The store did not answer within 5 ms.')
  expect(silence.waitedMs).toBe(5)
  expect(String(answer(403, 'AccessDenied'))).toBe('S3Refusal: The store answered 403 AccessDenied')
})

test.each([
  [400, 'InvalidArgument', true],
  [401, '', false],
  [500, '', false],
  [501, 'NotImplemented', true],
  [502, '', false],
  [400, 'RequestTimeout', false],
])('what is answered %d %s may concern a header: %p', (status, code, mayBe) => {
  expect(mayRefuseHeader(answer(status, code))).toBe(mayBe)
})

test.each([
  ['AccessDenied', 'That means this. The store answered 403 AccessDenied'],
  ...['SecondLevelDomainForbidden', 'PathStyleDomainForbidden'].map((code) => [
    code,
    `The store wants the bucket in the host name: write endpoint=https://BUCKET.HOST in the s3:// address. The store answered 403 ${code}`,
  ]),
  ...[
    'NoSuchBucket',
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'InvalidToken',
    'ExpiredToken',
    'RequestTimeTooSkewed',
    'SlowDown',
  ].map((code) => [code, `The store answered 403 ${code}`]),
] as [string, string][])(
  '%s is told with the meaning of a step only where it is of the step',
  (code, told) => {
    expect(Object(explained(answer(403, code), 'That means this.')).message).toBe(told)
  },
)

test('what is no refusal is not explained', () => {
  expect(explained(noAnswer, 'That means this.')).toBe(noAnswer)
})

test.each([
  ['all attempts', { attempts: 3, withinMs: 60_000 }, answer(503), 3],
  ['a second attempt once the time is over', { attempts: 3, withinMs: -1 }, answer(503), 2],
  ['one attempt if that is all', { attempts: 1, withinMs: -1 }, answer(503), 1],
  ['one attempt after a lasting refusal', { attempts: 3, withinMs: 60_000 }, answer(403), 1],
])('work that fails gets %s', async (_, limits, refusal, attempts) => {
  let count = 0
  const work = async () => {
    count++
    throw refusal
  }
  expect(await withRetries(limits, work).catch((error: unknown) => error)).toBe(refusal)
  expect(count).toBe(attempts)
})

test('no attempt follows what must not be tried again', async () => {
  const asked: number[] = []
  let count = 0
  const work = async () => {
    count++
    throw noAnswer
  }
  const mayTryAgain = () => asked.push(count) < 2
  const limits = { attempts: 5, withinMs: 60_000 }
  expect(await withRetries(limits, work, mayTryAgain).catch((error: unknown) => error)).toBe(noAnswer)
  expect([count, asked]).toEqual([2, [1, 2]])
})
