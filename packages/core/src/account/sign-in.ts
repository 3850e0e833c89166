import { createSemaphore } from '../admission/semaphore.ts'
import { Failure } from '../failure.ts'
import { randomBase62 } from '../ids.ts'
import { memoized } from '../memoized.ts'
import { type Address, limiterKey } from '../network/address.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { Session, User } from '../records.ts'
import { auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { SiteSnapshot } from '../site/snapshot.ts'
import { nameKey } from '../text-field.ts'
import { isFamiliarAddress } from './familiar-address.ts'
import { newSession } from './sessions.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'

/** A name and a password, and where they come from. */
export interface SignInAttempt {
  name: string
  password: string
  address: Address | undefined
  userAgent: string
}

/**
 * A session that has just begun, or waits for a second factor. The token is given to the browser once and stored
 * nowhere.
 */
export interface BegunSession {
  token: string
  session: Session
  user: User
}

/** How many passwords are checked or wait at once. Further ones are refused at once instead of waiting behind them. */
const checksAtOnce = { permits: 16 }

/**
 * Whether the policy accepts this password: it may switch off all passwords that the command has not set on the
 * machine.
 */
function isPasswordTaken({ policy }: SiteSnapshot, { passwordHash, hasCommandPassword }: User): boolean {
  return passwordHash !== '' && (policy['console.passwords'] === 'on' || hasCommandPassword)
}

/** How long a generated password works if it is not changed. */
export const generatedPasswordMs = 7 * 24 * 60 * 60 * 1000

async function isPasswordOver(site: Pick<SitePorts, 'database' | 'clock'>, user: User): Promise<boolean> {
  if (!user.hasGeneratedPassword) return false
  const setAtMs = await site.database.users.passwordSetAtMs(user.id)
  return setAtMs > 0 && site.clock() - setAtMs >= generatedPasswordMs
}

/** Signs people in. */
export type SignIn = (attempt: SignInAttempt) => Promise<BegunSession | undefined>

/**
 * A sign-in by name and password, throttled by address and by account.
 *
 * An address has 20 tries a minute. An account has 10, over all addresses together. But each address from which someone
 * has signed in to the account in the last 90 days has its own 10 tries for it. So guessing is limited for any number
 * of addresses, and strangers can't lock the holder out of familiar places, only out of new ones. Checks at the same
 * time are limited in the same way: 16 from familiar addresses run or wait, and 16 from all others.
 *
 * An unknown name, a wrong password, an expired generated password and a disabled account give the same answer
 * (`undefined`) after the same work: if there is no password to check, a random one is checked instead.
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

  const throttle = (counted: string, limit: number) => throttleTries(limiter, `sign-in ${counted}`, limit)

  return async ({ name: written, password, address, userAgent }) => {
    const caller = address === undefined ? 'unknown' : limiterKey(address)
    const name = written.trim()
    await throttle(`from ${caller}`, triesPerMinute.address)
    const user = name.includes('\0') ? undefined : await site.database.users.byName(name)
    // The hash of what the account is found by: as long for every name, and no limiter keeps what people type.
    const account = site.createSha256().update(nameKey(name)).digest('hex')
    const isFamiliar = await isFamiliarAddress(site, user?.id ?? '', caller)
    await throttle(isFamiliar ? `as ${account} from ${caller}` : `as ${account}`, triesPerMinute.account)

    const permits = checks[isFamiliar ? 'familiar' : 'strange']
    using permit = permits.tryAcquire()
    if (permit === undefined) {
      const resetAtMs = Math.ceil(site.clock() + permits.retryAfterMs())
      throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
    }
    const decoyHash = await decoy()
    const isPossible =
      user !== undefined &&
      user.disabledAtMs === null &&
      isPasswordTaken(site.snapshot(), user) &&
      !(await isPasswordOver(site, user))
    const isRight = await site.passwords.verify(password, isPossible ? user.passwordHash : decoyHash)
    if (!isPossible || !isRight) return undefined

    const nowMs = site.clock()
    const from = address?.text ?? 'unknown'
    const isPending = (await site.database.factors.list(user.id)).length > 0
    const { token, session } = newSession(site, {
      userId: user.id,
      nowMs,
      address: from,
      userAgent,
      isPending,
    })
    await site.database.sessions.removeExpired(nowMs)
    // The password may have been changed, or the account disabled, since the user was read.
    if (!(await site.database.sessions.add(session, user.passwordHash))) return undefined
    if (!isPending) await noteBeginning(site, user, session)
    return { token, session, user }
  }
}

/**
 * Begins the session after the second factor, in place of the pending one, with a new token; `undefined` if the pending
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
  })
  if (!(await site.database.sessions.complete(pending.tokenHash, begun.session))) return undefined
  await noteBeginning(site, user, begun.session)
  return { ...begun, user }
}

/** Writes into the audit log that a session has begun. */
export async function noteBeginning(
  site: Pick<SitePorts, 'database'>,
  user: User,
  session: Session,
): Promise<void> {
  const actor = { name: user.name, userId: user.id, address: session.address }
  const change = { action: 'session.begin', subject: user.id } as const
  await site.database.audit.add(auditDraft(actor, session.createdAtMs, change))
}
