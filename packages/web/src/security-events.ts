import { type SubjectKey, subjectKey } from '@pictoglyph/site/access/subject'
import type { Log } from './log.ts'
import type { RequestContext } from './request-context.ts'

/** Every security event; `docs/security.md` says when each is written. */
export const securityEventNames = [
  'signin.failed',
  'signin.throttled',
  'signin.succeeded',
  'factor.failed',
  'csrf.refused',
  'operator.refused',
  'key.refused',
  'key.throttled',
  'address.refused',
  'password.changed',
  'role.changed',
] as const

/** The name of a security event. */
export type SecurityEventName = (typeof securityEventNames)[number]

/** The account or key of an event, if known. Never a text that someone typed. */
export interface SecuritySubject {
  /** The name of an account. */
  user?: string | undefined
  keyId?: string | undefined
}

/** Reports one event of a request. */
export type ReportSecurityEvent = (
  event: SecurityEventName,
  context: Pick<RequestContext, 'id' | 'address'>,
  subject?: SecuritySubject,
) => void

/** Reports security events to the log and to metrics. */
interface SecurityEvents {
  report: ReportSecurityEvent
  /** Writes the sums of the current minute. */
  close(): void
}

/** The window of the limits below, in milliseconds. */
const spanMs = 60_000
/** Lines of one event in a window: from one address (for IPv6 one /64), and in all. */
export const maxSecurityLines = { ofAddress: 10, ofEvent: 300 } as const

const ordinary = new Set<SecurityEventName>(['signin.succeeded', 'password.changed', 'role.changed'])

interface Span {
  endsAtMs: number
  lines: number
  linesOf: Map<SubjectKey, number>
  summed: number
  timer: Timer | undefined
}

/**
 * Writes security events to the log, one line each. In a minute an event has at most 10 lines for one address and 300
 * in all. Further ones are counted, and one line with `summed` gives their number.
 *
 * @param options.onEvent called for every event, written or not
 * @param options.now milliseconds from any start
 */
export function createSecurityEvents(options: {
  log: Log
  now?: () => number
  onEvent: (event: SecurityEventName) => void
}): SecurityEvents {
  const { log, now = () => performance.now(), onEvent } = options
  const spans = new Map<SecurityEventName, Span>()

  function end(event: SecurityEventName): void {
    const span = spans.get(event)
    if (span === undefined) return
    spans.delete(event)
    clearTimeout(span.timer)
    if (span.summed > 0) log.warn({ event, summed: span.summed }, 'security events not written one by one')
  }

  function spanOf(event: SecurityEventName): Span {
    const nowMs = now()
    const running = spans.get(event)
    if (running !== undefined && nowMs < running.endsAtMs) return running
    end(event)
    const span: Span = {
      endsAtMs: nowMs + spanMs,
      lines: 0,
      linesOf: new Map(),
      summed: 0,
      timer: undefined,
    }
    spans.set(event, span)
    return span
  }

  function hasRoom(span: Span, caller: SubjectKey): boolean {
    const linesOf = span.linesOf.get(caller) ?? 0
    if (span.lines >= maxSecurityLines.ofEvent || linesOf >= maxSecurityLines.ofAddress) return false
    span.lines += 1
    span.linesOf.set(caller, linesOf + 1)
    return true
  }

  return {
    report(event, context, { user, keyId } = {}) {
      onEvent(event)
      const address = context.address()
      const span = spanOf(event)
      if (!hasRoom(span, subjectKey({ address }))) {
        span.summed += 1
        span.timer ??= setTimeout(() => end(event), spanMs).unref()
        return
      }
      const facts = {
        event,
        address: address?.text ?? 'unknown',
        ...(user !== undefined && { user }),
        ...(keyId !== undefined && { keyId }),
        requestId: context.id,
      }
      if (ordinary.has(event)) log.info(facts, 'security event')
      else log.warn(facts, 'security event')
    },
    close() {
      for (const event of [...spans.keys()]) end(event)
    },
  }
}
