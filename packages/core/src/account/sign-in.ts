import { createSemaphore } from '../admission/semaphore.ts'
import { Failure } from '../failure.ts'
import { randomBase62 } from '../ids.ts'
import { type Address, limiterKey } from '../network/address.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { Session, User } from '../records.ts'
import { remembered } from '../remembered.ts'
import { auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { SiteSnapshot } from '../site/snapshot.ts'
import { nameKey } from '../text-field.ts'
import { isFamiliarAddress } from './familiar-address.ts'
import { newSession } from './sessions.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'

export interface SignInAttempt {
  name: string
  password: string
  address: Address | undefined
  userAgent: string
}

/** A session that has just begun, or waits for a second factor. The token is told once, to the browser, and kept nowhere. */
export interface BegunSession {
  token: string
  session: Session
  user: User
}

/** Passwords that are checked or wait for it: who comes next is told at once, and does not wait behind all of them. */
const checksAtOnce = { permits: 16 }

/** By policy passwords may open nothing, but for those that the command has set on the machine itself. */
function isPasswordTaken({ policy }: SiteSnapshot, { passwordHash, hasCommandPassword }: User): boolean {
  return passwordHash !== '' && (policy['console.passwords'] === 'on' || hasCommandPassword)
}

/** A generated password that nobody has changed opens nothing after so long. */
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
 * From one address 20 tries a minute are heard. For one account 10 are, from all addresses together, but each
 * address from which somebody has signed in to it in the last 90 days has 10 of its own for it. So guessing is
 * bounded whatever the number of addresses, and strangers who guess don't keep the account's holder out where
 * the holder is at home; from a new address the holder waits with them. The same holds for tries at once, for any
 * accounts: 16 from such addresses are checked or wait for it, and 16 from all others.
 *
 * An unknown name, a wrong password, a generated one whose week is over and a disabled account get the same answer
 * (`undefined`) after the same work: where there is no password to check against, one that nobody knows is checked.
 *
 * @returns a function that throws {Failure} RATE_LIMITED for too many tries
 */
export function createSignIn(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock' | 'snapshot'>
  limiter: Pick<Limiter, 'take'>
}): SignIn {
  const { site, limiter } = options
  const decoy = remembered(() => site.passwords.hash(randomBase62(27)))
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
 * Begins the session of somebody who has given the second factor too, in the place of the one that waited for it;
 * `undefined` where that one has ended. Its token is a new one.
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
