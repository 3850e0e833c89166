import { LIMIT_WINDOW_MS } from '../access/limit-window.ts'
import type { Limiter } from '../access/limiter.ts'
import { type SubjectKey, subjectKey } from '../access/subject.ts'
import { Failure } from '../language/failure.ts'
import { base62Digits, randomBase62 } from '../language/ids.ts'
import type { ApiKey, User } from '../language/records.ts'
import { type Address, networkKey } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import type { KeyHolder, KeyStore, KeyUse } from './key-rows.ts'

/** Unknown keys that one address may try in a minute before they are no longer looked up. */
const triesPerMinute = 60
/** A program that repeats a key which has ended asks the database for it no oftener than this. */
const refusalKeptMs = 1_000
const maxRemembered = 10_000

/** Decides whom an upload's key lets in. */
export interface KeyGate {
  /** @throws {Failure} UNAUTHORIZED, the same for every reason, so that nothing can be learnt from it */
  admit(authorization: string | null, address: Address | undefined): Promise<KeyHolder>
  /** Whether an address has tried too many different keys, so that its unknown keys are no longer looked up. */
  isThrottled(address: Address | undefined): boolean
}

/**
 * Authenticates keys, and throttles guessing by address, never by key: wrong guesses of others never lock out a key. An
 * address that has tried too many different keys gets the same 401 without a database query, except for keys that
 * worked a while ago. A text that can't be a key is refused before that, and does not count as a guess.
 * @param options.now milliseconds from any start, by which waits are kept: the clock may be set back
 */
export function createKeyGate(options: {
  keys: Pick<KeyStore, 'bySecretHash'>
  createSha256: SitePorts['createSha256']
  limiter: Limiter
  clock: () => number
  now?: () => number
}): KeyGate {
  const { now = () => performance.now() } = options
  const throttledUntilMs = createBoundedMap<SubjectKey, number>()
  const refusedUntilMs = createBoundedMap<string, number>()
  const lastGood = createBoundedMap<string, true>()

  function isThrottled(caller: SubjectKey): boolean {
    return (throttledUntilMs.get(caller) ?? Number.NEGATIVE_INFINITY) > now()
  }

  function isWorthLooking(secretHash: string, caller: SubjectKey): boolean {
    if ((refusedUntilMs.get(secretHash) ?? Number.NEGATIVE_INFINITY) > now()) return false
    return !isThrottled(caller) || lastGood.get(secretHash) === true
  }

  async function noteFailure(secretHash: string, address: Address | undefined): Promise<void> {
    refusedUntilMs.set(secretHash, now() + refusalKeptMs)
    const verdict = await options.limiter.take({ act: 'wrong key', by: { address } }, triesPerMinute)
    if (verdict.accepted) return
    // The limiter may have another clock than this process.
    const waitMs = Math.min(verdict.resetAtMs - options.clock(), LIMIT_WINDOW_MS)
    throttledUntilMs.set(subjectKey({ address }), now() + waitMs)
  }

  return {
    async admit(authorization, address) {
      const secret = readBearerKey(options, authorization)
      const secretHash = hashSecret(options, secret)
      if (!isWorthLooking(secretHash, subjectKey({ address }))) throw new Failure({ code: 'UNAUTHORIZED' })
      const holder = await findHolder(options.keys, secretHash, options.clock())
      if (holder === undefined) {
        await noteFailure(secretHash, address)
        throw new Failure({ code: 'UNAUTHORIZED' })
      }
      lastGood.set(secretHash, true)
      return holder
    },
    isThrottled: (address) => isThrottled(subjectKey({ address })),
  }
}

interface BoundedMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

/** Forgets the entries that were set the longest ago. */
function createBoundedMap<K, V>(): BoundedMap<K, V> {
  const entries = new Map<K, V>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= maxRemembered) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
  }
}

const bearer = /^Bearer(?: +(\w+))? *$/i

/** The key of a request, which may exist. @throws {Failure} UNAUTHORIZED */
function readBearerKey(site: Pick<SitePorts, 'createSha256'>, authorization: string | null): string {
  if (authorization === null) throw new Failure({ code: 'UNAUTHORIZED', came: 'nothing' })
  const header = bearer.exec(authorization)
  if (header === null) throw new Failure({ code: 'UNAUTHORIZED', came: 'otherForm' })
  const [, secret = ''] = header
  if (!isWellFormedApiKey(site, secret)) throw new Failure({ code: 'UNAUTHORIZED' })
  return secret
}

/**
 * The user that a key acts for; `undefined` for keys that are unknown, expired or revoked, and for those of disabled
 * users.
 * @param secretHash see `hashSecret`
 */
export async function findHolder(
  keys: Pick<KeyStore, 'bySecretHash'>,
  secretHash: string,
  nowMs: number,
): Promise<KeyHolder | undefined> {
  const holder = await keys.bySecretHash(secretHash)
  return holder !== undefined && isInForce(holder, nowMs) ? holder : undefined
}

/**
 * Whether a user, by a key or signed in, may act at all: neither is the user disabled, nor has the key ended, and all
 * that restricts the key is understood.
 */
export function isInForce(
  { key, user }: { key: ApiKey | null; user: Pick<User, 'disabledAtMs'> },
  nowMs: number,
): boolean {
  if (user.disabledAtMs !== null) return false
  if (key === null) return true
  if (key.isUnreadable) return false
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs)
}

const prefix = 'pgl_'
/** 27 base62 letters carry 160.7 random bits. */
const secretLength = 27
const checksumLength = 6
const shape = /^pgl_[0-9A-Za-z]{33}$/

/**
 * A new API key: `pgl_`, 160 random bits and a checksum, in letters and digits only, so that no client's
 * template syntax trips over it and a mistyped or cut key is known without asking the database.
 */
export function createApiKeySecret(site: Pick<SitePorts, 'createSha256'>): string {
  const secret = randomBase62(secretLength)
  return prefix + secret + checksum(site, secret)
}

/** Whether a text has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isWellFormedApiKey(site: Pick<SitePorts, 'createSha256'>, text: string): boolean {
  if (!shape.test(text)) return false
  const secret = text.slice(prefix.length, prefix.length + secretLength)
  return checksum(site, secret) === text.slice(prefix.length + secretLength)
}

/** Whether a text begins as keys do, so that it must be shown nowhere. An id has no `_`. */
export const mayBeApiKey = (text: string): boolean => text.toLowerCase().startsWith(prefix)

/** The stored form of a key: its SHA-256 in lower-case hex. 160 random bits need no slow hash. */
export function hashSecret(site: Pick<SitePorts, 'createSha256'>, secret: string): string {
  return site.createSha256().update(secret).digest('hex')
}

/** The first 32 bits of a hash as base62 letters: against slips, not against forgery. */
function checksum(site: Pick<SitePorts, 'createSha256'>, secret: string): string {
  let value = Number.parseInt(hashSecret(site, `pictoglyph key ${secret}`).slice(0, 8), 16)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = base62Digits[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}

/** Networks of one key that are remembered between two writes; of further ones only the last address. */
const maxNetworks = 100

/** Remembers when and from where keys were used. */
export interface KeyUsage {
  note(keyId: string, atMs: number, address: Address | undefined): void
  /** Writes the uses since the last time; on failure they are kept for the next. */
  flush(): Promise<void>
}

interface NotedUse extends KeyUse {
  networks: Map<string, string>
}

/** Collects last uses, so that a busy key costs a write from time to time instead of one for each request. */
export function createKeyUsage(keys: Pick<KeyStore, 'touch'>): KeyUsage {
  let noted = new Map<string, NotedUse>()
  return {
    note(keyId, atMs, address) {
      const networks = noted.get(keyId)?.networks ?? new Map<string, string>()
      const text = address?.text ?? 'unknown'
      if (address !== undefined && networks.size < maxNetworks) networks.set(networkKey(address), text)
      noted.set(keyId, { atMs, address: text, networks })
    },
    async flush() {
      if (noted.size === 0) return
      const writing = noted
      noted = new Map()
      try {
        await keys.touch(writing)
      } catch (error) {
        for (const [keyId, use] of writing) {
          const later = noted.get(keyId)
          if (later === undefined) noted.set(keyId, use)
          else for (const [network, address] of use.networks) later.networks.set(network, address)
        }
        throw error
      }
    },
  }
}
