import { inWords } from './counts.ts'
import type { PageFailure, PageOutcome } from './page-codec.ts'
import type { Words } from './page-language.ts'

/** A success in words: with what, how fast, where. */
export function describeSuccess(
  outcome: Extract<PageOutcome, { durationMs: number }>,
  isLocal: boolean,
): Words {
  const { charset, algorithm, durationMs } = outcome
  return (wording) => {
    const what = outcome.kind === 'cipher' ? wording.encodedBy : wording.decodedFrom
    const parts = [what(charset, algorithm), `${inWords(Number(durationMs.toPrecision(2)))} ms`]
    if (isLocal) parts.push(wording.inBrowser)
    return parts.join(' · ')
  }
}

/** A failure in words. */
export function describeFailure({ code, message, resetAtMs = 0 }: PageFailure, hadKey: boolean): Words {
  switch (code) {
    case 'DECODE_FAIL':
      return (wording) => (hadKey ? wording.decodeFailedWithKey : wording.decodeFailed)
    case 'RATE_LIMITED':
      return (wording) => wording.rateLimited(Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000)))
    case 'IP_BLACKLISTED':
      return (wording) => wording.blocked
    case 'IP_NOT_WHITELISTED':
      return (wording) => wording.notAllowed
    case 'UNREACHABLE':
      return (wording) => wording.unreachable
    case 'OVERLOADED':
      return (wording) => wording.busy
    case 'INTERNAL':
      return (wording) => wording.broken
    default:
      return (wording) => wording.serviceSays(message)
  }
}

/** Why there are no lists, in words: a reason that reloading the page would not mend, or that they could not be had. */
export function describeMissingOffers(refusal: PageFailure): Words {
  const isTold = ['RATE_LIMITED', 'IP_BLACKLISTED', 'IP_NOT_WHITELISTED'].includes(refusal.code)
  return isTold ? describeFailure(refusal, false) : (wording) => wording.optionsMissing
}
