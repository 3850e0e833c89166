import { auditDraft } from '../audit/audit-draft.ts'
import { hashSecret } from '../keys/key-gate.ts'
import { notFound } from '../language/failure.ts'
import { randomBase62 } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, User } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import type { Session } from './session-rows.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A session ends after a week without use, and in any case after 90 days. */
const idleMs = 7 * dayMs
const maxMs = 90 * dayMs
/** How long a sign-in waits for the second factor after the right password. */
export const pendingMs = 10 * 60 * 1000
/** The last use of a session is written at most this often. */
const seenEveryMs = 5 * 60 * 1000
/** 43 base62 letters carry 256 random bits. */
const tokenLength = 43
const maxUserAgentUnits = 300

/** A new session, and the secret for the browser's cookie. */
export function newSession(
  site: Pick<SitePorts, 'createSha256'>,
  input: {
    userId: string
    nowMs: number
    address: string
    userAgent: string
    isPending: boolean
    provedAtMs?: number
    hasProviderFactor?: boolean
  },
): { token: string; session: Session } {
  const token = randomBase62(tokenLength)
  const session: Session = {
    tokenHash: hashSecret(site, token),
    userId: input.userId,
    createdAtMs: input.nowMs,
    lastSeenAtMs: input.nowMs,
    expiresAtMs: input.nowMs + (input.isPending ? pendingMs : maxMs),
    address: input.address,
    userAgent: input.userAgent.replaceAll('\0', '').slice(0, maxUserAgentUnits).toWellFormed(),
    provedAtMs: input.provedAtMs ?? input.nowMs,
    isPending: input.isPending,
    hasProviderFactor: input.hasProviderFactor ?? false,
  }
  return { token, session }
}

/** The session of a token and its user; `undefined` if it has ended or the user is disabled. */
export async function findSession(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock'>,
  token: string,
): Promise<{ session: Session; user: User } | undefined> {
  const found = await findAnySession(site, token)
  if (found === undefined || found.session.isPending) return undefined
  const nowMs = site.clock()
  if (nowMs - found.session.lastSeenAtMs >= seenEveryMs) {
    await site.database.sessions.touch(found.session.tokenHash, nowMs)
  }
  return found
}

/** The pending session of a token, which waits for a second factor, and its user. */
export async function findPendingSession(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock'>,
  token: string,
): Promise<{ session: Session; user: User } | undefined> {
  const found = await findAnySession(site, token)
  return found?.session.isPending === true ? found : undefined
}

async function findAnySession(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock'>,
  token: string,
): Promise<{ session: Session; user: User } | undefined> {
  if (!/^[0-9A-Za-z]{43}$/.test(token)) return undefined
  const found = await site.database.sessions.byTokenHash(hashSecret(site, token))
  if (found === undefined || found.user.disabledAtMs !== null) return undefined
  return isInForce(found.session, site.clock()) ? found : undefined
}

/** A user's current sessions, the last used first. */
export async function listSessions(
  site: Pick<SitePorts, 'database' | 'clock'>,
  userId: string,
): Promise<Session[]> {
  const sessions = await site.database.sessions.list(userId)
  return sessions.filter((session) => !session.isPending && isInForce(session, site.clock()))
}

function isInForce(session: Session, nowMs: number): boolean {
  return nowMs < session.expiresAtMs && nowMs - session.lastSeenAtMs < idleMs
}

/** Ends a session on sign-out. If it has already ended, nothing happens. */
export async function signOut(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  session: Session,
): Promise<void> {
  await site.database.sessions.remove(session.tokenHash)
  await noteEnd(site, actor, session.userId)
}

/** Ends one session of the user. @throws {Failure} NOT_FOUND also for someone else's session */
export async function endSession(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  userId: string,
  tokenHash: string,
): Promise<void> {
  const sessions = await site.database.sessions.list(userId)
  if (!sessions.some((session) => session.tokenHash === tokenHash)) {
    throw notFound(message('The session'))
  }
  await site.database.sessions.remove(tokenHash)
  await noteEnd(site, actor, userId)
}

/** Ends all sessions of the user except the given one. */
export async function endOtherSessions(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  userId: string,
  keptTokenHash: string,
): Promise<void> {
  const sessions = await site.database.sessions.list(userId)
  await site.database.sessions.removeOthers(userId, keptTokenHash)
  if (sessions.some(({ tokenHash }) => tokenHash !== keptTokenHash)) await noteEnd(site, actor, userId)
}

async function noteEnd(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  userId: string,
): Promise<void> {
  await site.database.audit.add(auditDraft(actor, site.clock(), { action: 'session.end', subject: userId }))
}
