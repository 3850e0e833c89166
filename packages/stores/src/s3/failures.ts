/** An unsuccessful answer of the store. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly status: number
  /** The store's own error code, such as `SlowDown`; empty if the answer has none. */
  readonly code: string

  /** The store's own words. */
  readonly reason: string

  /** @param meaning a sentence on what it means for us, put before the store's words */
  constructor(status: number, code: string, reason: string, meaning = '') {
    const answered = `The store answered ${code === '' ? status : `${status} ${code}`}`
    super(`${meaning === '' ? '' : `${meaning} `}${reason === '' ? answered : `${answered}: ${reason}`}`)
    this.status = status
    this.code = code
    this.reason = reason
  }
}

/** The store sent nothing for this long. */
export class S3Silence extends Error {
  override readonly name = 'S3Silence'
  readonly waitedMs: number
  /** Whether a retry is useless. */
  readonly isLast: boolean

  constructor(waitedMs: number, isLast = false) {
    super(`The store did not answer within ${waitedMs} ms.`)
    this.waitedMs = waitedMs
    this.isLast = isLast
  }
}

/** Codes that concern the whole request, and say so in their text. */
const wholeRequestCodes =
  /^(NoSuchBucket|InvalidAccessKeyId|SignatureDoesNotMatch|\w*Token|RequestTimeTooSkewed)$/

/** Puts our meaning before the store's words in the refusal of a step. Returns other errors unchanged. */
export function explained(error: unknown, meaning: string): unknown {
  if (!(error instanceof S3Refusal) || isPassing(error) || wholeRequestCodes.test(error.code)) return error
  // Alibaba's and Tencent's codes: SecondLevelDomainForbidden, PathStyleDomainForbidden.
  const told = error.code.endsWith('DomainForbidden')
    ? 'The store wants the bucket in the host name: write endpoint=https://BUCKET.HOST in the s3:// address.'
    : meaning
  return new S3Refusal(error.status, error.code, error.reason, told)
}

/** Whether the store may have refused only a header of the request. */
export function mayRefuseHeader(error: unknown): error is S3Refusal {
  return (isRefusal(error, 400) || isRefusal(error, 501)) && !isPassing(error)
}

/** Reads the store's reason out of an answer. */
export async function refusalOf(response: Response): Promise<S3Refusal> {
  const text = await response.text()
  return new S3Refusal(response.status, elementOf(text, 'Code') ?? '', elementOf(text, 'Message') ?? '')
}

/** The text of the first element with that name. The parts of an answer that we read are not nested. */
export function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

/** Whether the error is a refusal with this status. */
export function isRefusal(error: unknown, status: number): error is S3Refusal {
  return error instanceof S3Refusal && error.status === status
}

/** Whether the store reports a missing bucket, with the status of a missing object. */
export function isNoBucket(error: unknown): boolean {
  return isRefusal(error, 404) && error.code === 'NoSuchBucket'
}

/**
 * Whether the store may have carried out the request despite this error: no answer, half an answer, or an internal
 * error.
 */
export function leavesOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof S3Refusal) || error.status >= 500
}

/** Codes by which a store reports that it has not begun a request. A proxy's 503 has no such code. */
const busyCodes = new Set(['SlowDown', 'ServiceUnavailable'])

/**
 * Whether the store may still carry out the request after this error: no answer, half an answer, or an error of a
 * proxy or store on the way, such as a gateway's timeout.
 */
export function mayTakeEffectLater(error: unknown): boolean {
  return leavesOutcomeUnknown(error) && !(error instanceof S3Refusal && busyCodes.has(error.code))
}

const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504])
const passingCodes = new Set(['RequestTimeout', 'SlowDown', 'ConditionalRequestConflict', 'OperationAborted'])

/** Whether the same request may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3Silence) return !error.isLast
  if (!(error instanceof S3Refusal)) return true
  return passingStatuses.has(error.status) || passingCodes.has(error.code)
}

/** How long to go on trying. */
export interface RetryLimits {
  attempts: number
  /** After this time, only a second attempt may still start. */
  withinMs: number
}

/** The pause after this attempt is random, up to this: twice as long each time, at most two seconds. */
export function longestPauseMs(attempt: number): number {
  return Math.min(2_000, 100 * 2 ** attempt)
}

/**
 * Repeats the work while it fails for a passing reason, after a random pause that grows.
 * @param mayTryAgain called right before each attempt after the first
 * @throws the error of the last attempt
 */
export async function withRetries<T>(
  limits: RetryLimits,
  work: () => Promise<T>,
  mayTryAgain: () => boolean = always,
): Promise<T> {
  const startedAtMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLate = performance.now() - startedAtMs > limits.withinMs
      const attempts = isLate ? Math.min(2, limits.attempts) : limits.attempts
      if (attempt >= attempts || !isPassing(error)) throw error
      await Bun.sleep(Math.random() * longestPauseMs(attempt))
      if (!mayTryAgain()) throw error
    }
  }
}

function always(): boolean {
  return true
}
