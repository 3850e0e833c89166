import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import { randomBase62 } from '@pictoglyph/site/language/ids'
import type { SitePorts } from '@pictoglyph/site/site-ports'

/** Begins a session of a user without asking for a password, and gives its secret. */
export async function beginSession(
  site: Pick<SitePorts, 'database' | 'createSha256' | 'clock'>,
  userId: string,
): Promise<string> {
  const token = randomBase62(43)
  const nowMs = site.clock()
  const session = {
    tokenHash: hashSecret(site, token),
    userId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
    address: '127.0.0.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    provedAtMs: nowMs,
    isPending: false,
    hasProviderFactor: false,
  }
  const user = await site.database.users.byId(userId)
  if (user === undefined || !(await site.database.sessions.add(session, user.passwordHash))) {
    throw new Error('there is no such user, or they are disabled')
  }
  return token
}
