import { inWords } from './counts.ts'
import type { PageFailure, PageOutcome } from './page-codec.ts'
import type { Words } from './page-language.ts'

/** A success in words: with what, how fast, where. */
export function describeSuccess(
  outcome: Extract<PageOutcome, { durationMs: number }>,
  isLocal: boolean,
): Words {
  const { charset, algorithm, durationMs } = outcome
  return (messages) => {
    const what = outcome.kind === 'cipher' ? messages.encodedBy : messages.decodedFrom
    const parts = [what(charset, algorithm), `${inWords(Number(durationMs.toPrecision(2)))} ms`]
    if (isLocal) parts.push(messages.inBrowser)
    return parts.join(' · ')
  }
}

/** A failure in words. Its key is blamed only where what was to be read is a cipher that has one. */
export function describeFailure(
  { code, message, resetAtMs = 0 }: PageFailure,
  cipher: 'none' | 'keyless' | 'keyed',
): Words {
  switch (code) {
    case 'DECODE_FAIL':
      if (cipher === 'keyed') return (messages) => messages.decodeFailedWithKey
      return (messages) => (cipher === 'keyless' ? messages.damaged : messages.decodeFailed)
    case 'RATE_LIMITED':
      return (messages) => messages.rateLimited(Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000)))
    case 'IP_BLACKLISTED':
      return (messages) => messages.blocked
    case 'IP_NOT_WHITELISTED':
      return (messages) => messages.notAllowed
    case 'UNREACHABLE':
      return (messages) => messages.unreachable
    case 'OVERLOADED':
      return (messages) => messages.busy
    case 'INTERNAL':
      return (messages) => messages.broken
    default:
      return (messages) => messages.serviceSays(message)
  }
}

/** Why there are no lists, in words: a reason that reloading the page would not mend, or that they could not be had. */
export function describeMissingOffers(refusal: PageFailure): Words {
  const isTold = ['RATE_LIMITED', 'IP_BLACKLISTED', 'IP_NOT_WHITELISTED'].includes(refusal.code)
  return isTold ? describeFailure(refusal, 'none') : (messages) => messages.optionsMissing
}
