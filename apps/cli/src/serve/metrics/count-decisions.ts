import type { Limiter, LimitVerdict } from '@pictoglyph/core'

/** What a limiter has decided. */
export interface Decisions {
  accepted: number
  refused: number
}

/** The same limiter, its decisions counted; those that come at once still do. */
export function countDecisions(limiter: Limiter, decisions: Decisions): Limiter {
  function note(verdict: LimitVerdict): LimitVerdict {
    if (verdict.accepted) decisions.accepted += 1
    else decisions.refused += 1
    return verdict
  }
  return {
    take(clientKey, limit) {
      const verdict = limiter.take(clientKey, limit)
      return verdict instanceof Promise ? verdict.then(note) : note(verdict)
    },
    limited: () => limiter.limited(),
    close: () => limiter.close(),
  }
}
