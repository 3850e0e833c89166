/** A check whose outcome is cached, so that any number of callers causes little work. */
interface KeptCheck {
  /** Settles like the cached check, the running one, or a new one. */
  run(): Promise<void>
  /** Drops the cached outcome, and that of a running check: the next caller starts a new one. */
  forget(): void
}

/**
 * Caches the outcomes of a check.
 * @param limits.goodMs how long a success is kept, from the start of the check
 * @param limits.badMs how long a failure is kept, from its end; 1 s by default
 * @example const health = keepCheck(writeProbe, { goodMs: 3_000 })
 */
export function keepCheck(
  check: () => Promise<void>,
  { goodMs, badMs = 1_000 }: { goodMs: number; badMs?: number },
): KeptCheck {
  let kept: { outcome: Promise<void>; untilMs: number } | undefined

  return {
    run() {
      const startedAtMs = performance.now()
      if (kept !== undefined && startedAtMs < kept.untilMs) return kept.outcome
      const latest = { outcome: check(), untilMs: Number.POSITIVE_INFINITY }
      kept = latest
      latest.outcome.then(
        () => {
          latest.untilMs = startedAtMs + goodMs
        },
        () => {
          latest.untilMs = performance.now() + badMs
        },
      )
      return latest.outcome
    },
    forget() {
      kept = undefined
    },
  }
}
