import type { RecentError } from '@pictoglyph/console'
import type { Log, LogFacts } from '@pictoglyph/web/log'

const maxKept = 100

interface RecentErrors {
  /** The log for the services: it passes lines on and remembers failed requests. */
  readonly log: Log
  /** Newest first. */
  list(): readonly RecentError[]
}

/** Remembers the last server errors, so that an operator sees them without the log. */
export function rememberErrors(log: Log, clock: () => number): RecentErrors {
  const kept: RecentError[] = []
  return {
    log: {
      ...log,
      error(facts, message) {
        log.error(facts, message)
        if (facts.requestId === undefined) return
        kept.unshift(recentError(facts, clock()))
        kept.splice(maxKept)
      },
    },
    list: () => kept,
  }
}

function recentError(facts: LogFacts, atMs: number): RecentError {
  const text = (name: string): string => String(facts[name] ?? '')
  return {
    atMs,
    service: text('service'),
    requestId: text('requestId'),
    method: text('method'),
    path: text('path'),
    code: text('code'),
    message: lastMessage(facts.error),
  }
}

/** The last message in a chain of causes, which is the system's. */
function lastMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return ''
  return ('cause' in error && lastMessage(error.cause)) || String(error.message)
}
