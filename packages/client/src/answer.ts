import { type ErrorFacts, PictoglyphError } from './errors.ts'

/** An answer of either transport, read whole. */
export interface Answer {
  status: number
  header(name: string): string | null
  text: string
}

interface ErrorBody {
  error: { code: string; message: string }
  data?: { resetAt?: number }
}

/**
 * The `data` of an answer.
 * @throws {PictoglyphError} for every answer that is no success of the service
 */
export function dataOf<T>(answer: Answer, nowMs: number): T {
  const body = parse(answer.text)
  if (isSuccess<T>(body) && answer.status < 300) return body.data
  const facts: Omit<ErrorFacts, 'code'> = {
    status: answer.status,
    requestId: answer.header('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(answer.header('retry-after'), nowMs),
  }
  if (isError(body)) {
    const { error, data } = body
    const resetAt = data?.resetAt === undefined ? undefined : new Date(data.resetAt)
    throw new PictoglyphError(error.message, { ...facts, code: error.code, resetAt })
  }
  throw new PictoglyphError(foreignAnswer(answer.status), { ...facts, code: 'UNEXPECTED_ANSWER' })
}

/** Describes an answer that did not come from the service but from a proxy in between. */
function foreignAnswer(status: number): string {
  if (status === 413) {
    return 'A proxy in front of this site takes no file of this size (often 1 MB by default; client_max_body_size in nginx).'
  }
  if ([502, 503, 504].includes(status) || (status >= 520 && status < 530)) {
    return `A proxy in front of this site answered ${status}: it could not reach the site, or waited too long. Try again.`
  }
  return `The answer (HTTP ${status}) is not one of a Pictoglyph service.`
}

/** Seconds in a `Retry-After`, which is a number of them or a date (RFC 9110 section 10.2.3). */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSuccess<T>(body: unknown): body is { data: T } {
  return isRecord(body) && body.ok === true && isRecord(body.data)
}

function isError(body: unknown): body is ErrorBody {
  return (
    isRecord(body) &&
    isRecord(body.error) &&
    typeof body.error.code === 'string' &&
    typeof body.error.message === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
