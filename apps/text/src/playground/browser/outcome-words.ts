import { keySpacesOf } from '@pictoglyph/codec/key-spaces'
import { nameIn, refusalIn } from '../messages.ts'
import { inWords } from './counts.ts'
import type { PageFailure, PageOutcome } from './page-codec.ts'
import type { Words } from './page-language.ts'

/** Describes a success: the algorithm, the time and the place, and what speaks against it. */
export function describeSuccess(
  outcome: Extract<PageOutcome, { durationMs: number }>,
  isLocal: boolean,
  key: string,
): Words {
  const { charset, algorithm, durationMs } = outcome
  return (messages) => {
    const what = outcome.kind === 'cipher' ? messages.encodedBy : messages.decodedFrom
    const names = [charset, algorithm].map((name) => nameIn(messages, name)) as [string, string]
    const parts = [what(...names), `${inWords(Number(durationMs.toPrecision(2)))} ms`]
    if (isLocal) parts.push(messages.inBrowser)
    if (outcome.kind === 'text' && outcome.several !== undefined) {
      if (outcome.several.count > 1) parts.push(messages.severalTexts(outcome.several.count))
      if (outcome.several.unread.length > 0) parts.push(messages.moreUnread(outcome.several.unread))
    }
    const spaces = keySpacesOf(key)
    if (outcome.kind === 'cipher')
      return withWarning(parts, spaces !== undefined && messages.keySpaces[spaces])
    const { leftOut, isKeyTrimmed, doubt } = outcome
    if (isKeyTrimmed) parts.push(messages.keyTrimmed)
    if (leftOut !== undefined) parts.push(messages.leftOut(leftOut.before, leftOut.after))
    return withWarning(parts, doubt !== undefined && messages.doubts[doubt])
  }
}

const withWarning = (parts: readonly string[], warning: string | false): string =>
  [...(warning ? [warning] : []), parts.join(' · ')].join(' ')

/** Describes a failure. */
export function describeFailure({ code, message, resetAtMs = 0, doubted, beginning }: PageFailure): Words {
  switch (code) {
    case 'DECODE_FAIL':
      return (messages) => {
        const said = refusalIn(messages, message)
        if (beginning !== undefined)
          return `${said} ${messages.beginningShown(beginning.units, beginning.ofAbout)}`
        return doubted === undefined ? said : `${said} ${messages.doubtedShown}`
      }
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
