import { message } from '@pictoglyph/site/language/message'
import { type DescribedFailure, exampleTimeMs } from '@pictoglyph/web/openapi/error-responses'

const minuteLaterMs = exampleTimeMs + 60_000

/** Refusals by lists, before the request is counted. */
export const listFailures: readonly DescribedFailure[] = [
  {
    facts: { code: 'IP_BLACKLISTED' },
    when: "The client's address is on the blacklist; or it can't be told, and whitelist mode is off. A blocked address stays out even if it is on the whitelist.",
  },
  {
    facts: { code: 'IP_NOT_WHITELISTED' },
    when: "Whitelist mode is on, and the client's address is not on the whitelist or can't be told.",
  },
]

/** Refusals by every endpoint before it reads the request. */
export const limitFailures: readonly DescribedFailure[] = [
  {
    facts: { code: 'RATE_LIMITED', resetAtMs: minuteLaterMs, limit: 600 },
    when: 'The client has used up its requests. Its first request at `data.resetAt` or later is accepted.',
  },
]

const bodyFailures: readonly DescribedFailure[] = [
  {
    facts: {
      code: 'BAD_REQUEST',
      reason: message(
        'The body is not valid JSON: {found} in line {line}, column {column} is out of place.',
        {
          ...{ found: '"}"', line: 1, column: 17 },
        },
      ),
    },
    when: 'The body is larger than 2,500,000 bytes, not declared as `application/json`, compressed, not valid UTF-8, not JSON, not an object, or does not arrive in time: one of more than 65,536 bytes has a minute, and at most 15 seconds between its parts.',
  },
]

const poolFailure: DescribedFailure = {
  facts: { code: 'RATE_LIMITED', resetAtMs: exampleTimeMs + 2_000, limit: null },
  when: 'Too many key derivations (type `AESGCM`) or long texts or ciphers are waiting, or this one has waited for 10 seconds. At `data.resetAt` a place is expected to be free.',
}

const roomFailure: DescribedFailure = {
  facts: { code: 'RATE_LIMITED', resetAtMs: exampleTimeMs + 2_000, limit: null },
  when: 'Too much of other bodies is arriving at the moment; those of up to 65,536 bytes are never refused for that. Coming back at `data.resetAt`, the client finds room.',
}

export const encryptFailures: readonly DescribedFailure[] = [
  ...bodyFailures,
  {
    facts: { code: 'BAD_REQUEST', reason: message('"text" is missing.') },
    when: 'A field is missing, of another type, or too long.',
  },
  {
    facts: {
      code: 'BAD_REQUEST',
      reason: message('"charsetId": there is no character set "purr". There are: roar, meow.'),
    },
    when: 'The character set or the preset does not exist or is disabled.',
  },
  {
    facts: { code: 'BAD_REQUEST', reason: message('"key" is missing: the preset "aesgcm" needs one.') },
    when: 'The preset needs a key, and none or an empty one was sent.',
  },
  ...limitFailures,
  poolFailure,
  roomFailure,
]

export const decryptFailures: readonly DescribedFailure[] = [
  ...bodyFailures,
  {
    facts: {
      code: 'BAD_REQUEST',
      reason: message('"cipher" has 200,001 characters, and may have 1 to 200,000.'),
    },
    when: 'A field is missing, of another type, or too long.',
  },
  ...limitFailures,
  {
    facts: {
      code: 'DECODE_FAIL',
      reason: message('These are two ciphers or more. Decode one at a time.'),
    },
    when: 'The cipher is not recognized: its character set is not enabled, it is damaged, there are two, or it has no wrapper and no plausible text. Or the key is wrong, which nothing tells apart from damage. The message says why.',
  },
  poolFailure,
  roomFailure,
]
