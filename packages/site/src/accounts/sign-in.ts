import type { Limiter } from '../access/limiter.ts'
import type { Subject } from '../access/subject.ts'
import { createSemaphore } from '../admission/semaphore.ts'
import { auditDraft } from '../audit/audit-draft.ts'
import { Failure } from '../language/failure.ts'
import { randomBase62 } from '../language/ids.ts'
import { memoized } from '../language/memoized.ts'
import type { AuditDraft, User } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import type { Address } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import { isFamiliarAddress } from './proofs.ts'
import type { Session } from './session-rows.ts'
import { newSession } from './sessions.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'
import { isPasswordInForce, isPasswordTaken, type SignInRules } from './ways-in.ts'

/** A name and a password, and the client that sent them. */
interface SignInAttempt {
  name: string
  password: string
  address: Address | undefined
  userAgent: string
}

/**
 * A session that has just begun, or waits for a second factor. The browser gets the token once; the site stores it
 * nowhere.
 */
export interface BegunSession {
  token: string
  session: Session
  user: User
}

/** How many password checks run or wait at once. Further ones are refused immediately. */
const checksAtOnce = { permits: 16 }

const rulesOf = ({ snapshot, clock }: Pick<SitePorts, 'snapshot' | 'clock'>): SignInRules => ({
  passwords: snapshot().policy['console.passwords'],
  nowMs: clock(),
})

/** Signs people in. */
export type SignIn = (attempt: SignInAttempt) => Promise<BegunSession | undefined>

/**
 * Creates a sign-in by name and password, throttled by address and by account.
 *
 * An address has 20 tries a minute. An account has 10 over all addresses. But each address from which someone signed in
 * to the account in the last 90 days has its own 10 tries for it. So guessing is limited for any number of addresses,
 * and strangers can't lock the holder out at familiar addresses, only at new ones. Simultaneous checks are limited in
 * the same way: 16 from familiar addresses run or wait, and 16 from all others.
 *
 * An unknown name, a wrong password, an expired generated one and a disabled account give the same answer (`undefined`)
 * after the same work: without a password to check, a random one is checked instead.
 *
 * @returns a function that throws {Failure} RATE_LIMITED for too many tries
 */
export function createSignIn(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock' | 'snapshot'>
  limiter: Pick<Limiter, 'take'>
}): SignIn {
  const { site, limiter } = options
  const decoy = memoized(() => site.passwords.hash(randomBase62(27)))
  const checks = { familiar: createSemaphore(checksAtOnce), strange: createSemaphore(checksAtOnce) }

  const throttle = (by: Subject, limit: number) => throttleTries(limiter, { act: 'sign-in', by }, limit)

  return async ({ name: written, password, address, userAgent }) => {
    const name = written.trim()
    await throttle({ address }, triesPerMinute.address)
    const user = name.includes('\0') ? undefined : await site.database.users.byName(name)
    // Hashed to one length for every name, and so that no limiter stores what people type.
    const nameHash = site.createSha256().update(nameKey(name)).digest('hex')
    const id = user?.id ?? ''
    const [isFamiliar, facts, factors] = await Promise.all([
      isFamiliarAddress(site, id, address),
      site.database.users.passwordFacts(id),
      site.database.factors.list(id),
    ])
    await throttle(isFamiliar ? { nameHash, at: { address } } : { nameHash }, triesPerMinute.account)

    const permits = checks[isFamiliar ? 'familiar' : 'strange']
    using permit = permits.tryAcquire()
    if (permit === undefined) {
      const resetAtMs = Math.ceil(site.clock() + permits.retryAfterMs())
      throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
    }
    const decoyHash = await decoy()
    const isPossible =
      user !== undefined && user.disabledAtMs === null && isPasswordInForce(user, facts, rulesOf(site))
    const isRight = await site.passwords.verify(password, isPossible ? user.passwordHash : decoyHash)
    if (!isPossible || !isRight) return undefined

    const nowMs = site.clock()
    const from = address?.text ?? 'unknown'
    const isPending = factors.length > 0
    const { token, session } = newSession(site, {
      userId: user.id,
      nowMs,
      address: from,
      userAgent,
      isPending,
    })
    // The password may have been changed, or the account disabled, since the user was read.
    const audit = beginningOf(user, session)
    const isBegun = await site.database.sessions.add(session, user.passwordHash, audit)
    return isBegun ? { token, session, user } : undefined
  }
}

/**
 * Replaces a pending session after the second factor with a session under a new token; `undefined` if the pending
 * session has ended.
 */
export async function completeSignIn(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock'>,
  { session: pending, user }: { session: Session; user: User },
): Promise<BegunSession | undefined> {
  const { address, userAgent } = pending
  const begun = newSession(site, {
    userId: user.id,
    nowMs: site.clock(),
    address,
    userAgent,
    isPending: false,
    hasProviderFactor: pending.hasProviderFactor,
  })
  const audit = beginningOf(user, begun.session)
  const isBegun = await site.database.sessions.complete(pending.tokenHash, begun.session, audit)
  return isBegun ? { ...begun, user } : undefined
}

/** A pending sign-in ends after this many wrong second factors. */
const maxWrongOfPending = 5

/** Records a wrong second factor of a pending sign-in; true if that was the last try. */
export function refusePending(
  site: Pick<SitePorts, 'database'>,
  { tokenHash }: Pick<Session, 'tokenHash'>,
): Promise<boolean> {
  return site.database.sessions.noteWrong(tokenHash, maxWrongOfPending)
}

/**
 * Begins a session after a passkey proved the user's identity; it also counts as the second factor. The passkey
 * replaces the password, so it opens nothing where the policy accepts no password of the user.
 */
export async function beginByPasskey(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock' | 'snapshot'>,
  user: User,
  browser: { address: string; userAgent: string },
): Promise<BegunSession | undefined> {
  if (user.disabledAtMs !== null || !isPasswordTaken(user, rulesOf(site))) return undefined
  const nowMs = site.clock()
  const begun = newSession(site, { userId: user.id, nowMs, ...browser, isPending: false })
  const audit = beginningOf(user, begun.session)
  const isBegun = await site.database.sessions.add(begun.session, user.passwordHash, audit)
  return isBegun ? { ...begun, user } : undefined
}

/** The audit entry for the start of a session; `undefined` while it waits for a second factor. */
export function beginningOf(user: User, session: Session): AuditDraft | undefined {
  if (session.isPending) return undefined
  const actor = { name: user.name, userId: user.id, address: session.address }
  return auditDraft(actor, session.createdAtMs, { action: 'session.begin', subject: user.id })
}
