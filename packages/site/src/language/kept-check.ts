/** A check whose outcome is kept for a while: anyone may ask, and asking does not multiply what the check does. */
interface KeptCheck {
  /** Settles as the kept check, as the one that runs, or as a new one. */
  run(): Promise<void>
  /** Drops the outcome, and that of a check under way: the next caller starts a new one. */
  forget(): void
}

/**
 * Keeps the outcomes of a check.
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
