import type { Wording } from '../wording/wording.ts'
import { inWords } from './counts.ts'
import type { PageFailure, PageOutcome } from './page-codec.ts'
import type { PageElements } from './page-elements.ts'

export type Tone = 'plain' | 'good' | 'bad'

/** Says something in the line under the panes, which is read out to those who listen to the page. */
export function say({ status }: PageElements, text: string, tone: Tone = 'plain'): void {
  status.textContent = text
  status.dataset.tone = tone
}

/** A success in words: with what, how fast, where. */
export function describeSuccess(
  outcome: Extract<PageOutcome, { durationMs: number }>,
  wording: Wording,
  isLocal: boolean,
): string {
  const { charset, algorithm, durationMs } = outcome
  const what = outcome.kind === 'cipher' ? wording.encodedBy : wording.decodedFrom
  const parts = [what(charset, algorithm), `${inWords(Number(durationMs.toPrecision(2)))} ms`]
  if (isLocal) parts.push(wording.inBrowser)
  return parts.join(' · ')
}

/** A failure in words. */
export function describeFailure(
  { code, message, resetAtMs }: PageFailure,
  wording: Wording,
  hadKey: boolean,
): string {
  switch (code) {
    case 'DECODE_FAIL':
      return hadKey ? wording.decodeFailedWithKey : wording.decodeFailed
    case 'RATE_LIMITED':
      return wording.rateLimited(Math.max(1, Math.ceil(((resetAtMs ?? 0) - Date.now()) / 1000)))
    case 'IP_BLACKLISTED':
      return wording.blocked
    case 'IP_NOT_WHITELISTED':
      return wording.notAllowed
    case 'UNREACHABLE':
      return wording.unreachable
    case 'OVERLOADED':
      return wording.busy
    case 'INTERNAL':
      return wording.broken
    default:
      return wording.serviceSays(message)
  }
}

/** Why there are no lists, in words: a reason that reloading the page would not mend, or that they could not be had. */
export function describeMissingOffers(refusal: PageFailure, wording: Wording): string {
  const isTold = ['RATE_LIMITED', 'IP_BLACKLISTED', 'IP_NOT_WHITELISTED'].includes(refusal.code)
  return isTold ? describeFailure(refusal, wording, false) : wording.optionsMissing
}
