import { LIMIT_WINDOW_MS } from '../access/limit-window.ts'
import type { Limiter } from '../access/limiter.ts'
import { type SubjectKey, subjectKey } from '../access/subject.ts'
import { Failure } from '../language/failure.ts'
import { base62Digits, randomBase62 } from '../language/ids.ts'
import type { ApiKey, User } from '../language/records.ts'
import { type Address, networkKey } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import type { KeyHolder, KeyStore, KeyUse } from './key-rows.ts'

/** How many different unknown keys an address may try in a minute. Further ones are refused without a lookup. */
const triesPerMinute = 60
/** How often a program that repeats an invalid key causes a database query. */
const refusalKeptMs = 1_000
const maxRemembered = 10_000

/** Authenticates the keys of uploads. */
export interface KeyGate {
  /** @throws {Failure} UNAUTHORIZED, the same for every reason, so that it reveals nothing */
  admit(authorization: string | null, address: Address | undefined): Promise<KeyHolder>
  /** Whether an address tried too many different keys, so that its unknown keys are refused without a lookup. */
  isThrottled(address: Address | undefined): boolean
}

/**
 * Authenticates keys, and throttles guessing by address, never by key: no one can lock out another's key. An address
 * that tried too many different keys gets the same 401 without a database query, except for keys that worked recently.
 * A malformed key is refused before that, and does not count as a guess.
 * @param options.now milliseconds from any start, for measuring waits: the clock may be set back
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
    // The limiter's clock may differ from this process's.
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

/** A map that drops its oldest entries. */
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

/** Reads a well-formed key from a request, and returns its hash. @throws {Failure} UNAUTHORIZED */
function readBearerKey(site: Pick<SitePorts, 'createSha256'>, authorization: string | null): string {
  if (authorization === null) throw new Failure({ code: 'UNAUTHORIZED', came: 'nothing' })
  const header = bearer.exec(authorization)
  if (header === null) throw new Failure({ code: 'UNAUTHORIZED', came: 'otherForm' })
  const [, secret = ''] = header
  if (!isWellFormedApiKey(site, secret)) throw new Failure({ code: 'UNAUTHORIZED' })
  return secret
}

/**
 * The key and its user; `undefined` for keys that are unknown, expired or revoked, and for disabled users.
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
 * Whether a user may act, by key or signed in: the user is not disabled, the key has not ended, and this version
 * understands all its restrictions.
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
 * A new API key: `pgl_`, 160 random bits and a checksum, in letters and digits only. So it is safe in any client's
 * template syntax, and a mistyped or cut key is detected without the database.
 */
export function createApiKeySecret(site: Pick<SitePorts, 'createSha256'>): string {
  const secret = randomBase62(secretLength)
  return prefix + secret + checksum(site, secret)
}

/** Whether a text has the form of a key and a matching checksum. The key may still not exist. */
export function isWellFormedApiKey(site: Pick<SitePorts, 'createSha256'>, text: string): boolean {
  if (!shape.test(text)) return false
  const secret = text.slice(prefix.length, prefix.length + secretLength)
  return checksum(site, secret) === text.slice(prefix.length + secretLength)
}

/** Whether a text begins like a key, so that it must not be displayed. Ids have no `_`. */
export const mayBeApiKey = (text: string): boolean => text.toLowerCase().startsWith(prefix)

/** The stored form of a key: its SHA-256 in lower-case hex. 160 random bits need no slow hash. */
export function hashSecret(site: Pick<SitePorts, 'createSha256'>, secret: string): string {
  return site.createSha256().update(secret).digest('hex')
}

/** The first 32 bits of a hash as base62 letters. Detects typing errors, not forgery. */
function checksum(site: Pick<SitePorts, 'createSha256'>, secret: string): string {
  let value = Number.parseInt(hashSecret(site, `pictoglyph key ${secret}`).slice(0, 8), 16)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = base62Digits[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}

/** Networks of a key remembered between two writes; beyond these, only the last address is. */
const maxNetworks = 100

/** Remembers when and where keys were used. */
export interface KeyUsage {
  note(keyId: string, atMs: number, address: Address | undefined): void
  /** Writes the uses since the last call; after a failure the next call writes them. */
  flush(): Promise<void>
}

interface NotedUse extends KeyUse {
  networks: Map<string, string>
}

/** Collects last uses, so that a busy key causes an occasional write instead of one per request. */
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
