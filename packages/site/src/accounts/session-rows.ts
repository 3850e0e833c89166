import { writeAudit } from '../audit/audit-rows.ts'
import { conflict, notFound } from '../language/failure.ts'
import { maxListed } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { column, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { integerOrNull, type Sql, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { readUser, selectedUser } from './user-columns.ts'
import { endSessions } from './user-rows.ts'

const columns = {
  /** SHA-256 of the cookie's secret, lower-case hex. */
  tokenHash: column.text('token_hash'),
  userId: column.text('user_id'),
  createdAtMs: column.integer('created_at_ms'),
  lastSeenAtMs: column.integer('last_seen_at_ms'),
  expiresAtMs: column.integer('expires_at_ms'),
  address: column.text('address'),
  userAgent: column.text('user_agent'),
  /** When the user last proved their identity, at sign-in or later. */
  provedAtMs: column.integer('proved_at_ms'),
  /** The password was right, but the second factor is missing: until then the session opens nothing. */
  isPending: column.flag('pending'),
  /** The provider that began it required a second factor that the site accepts. */
  hasProviderFactor: column.flag('provider_factor'),
}

/** A session of the console. Only the hash of its token is stored. */
export type Session = RowOf<typeof columns>

/** Sessions of the console. */
export const sessionStore = {
  walks: ({ read }) => ({
    async byTokenHash(tokenHash: string) {
      const row = await read.get(
        `SELECT sessions.*, ${selectedUser} FROM sessions JOIN users ON users.id = sessions.user_id
         WHERE sessions.token_hash = ?`,
        tokenHash,
      )
      return row && { session: readRow(columns, row), user: readUser(row) }
    },
  }),
  reads: ({ read }) => ({
    async list(userId: string) {
      const rows = await read.all(
        'SELECT * FROM sessions WHERE user_id = ? ORDER BY last_seen_at_ms DESC, token_hash',
        userId,
      )
      return rows.map((row) => readRow(columns, row))
    },
  }),
  changes: ({ dialect, write }) => ({
    /**
     * Begins a session for a user who entered the password with this hash, audits it, and removes expired sessions.
     * Returns false, without a session, if the user's password has changed or the user is disabled. If the user then
     * has more sessions than `maxListed` allows, the least recently used one ends; sessions that wait for a second
     * factor are counted separately.
     */
    add: (session: Session, passwordHash: string, audit?: AuditDraft) =>
      write(async (sql) => {
        const user = await sql.get(
          `SELECT password_hash, disabled_at_ms FROM users WHERE id = ?${dialect.forShare}`,
          session.userId,
        )
        if (!user) throw notFound(message('The user'))
        if (text(user, 'password_hash') !== passwordHash) return false
        if (integerOrNull(user, 'disabled_at_ms') !== null) return false
        if (!(await begin(sql, session, audit))) throw conflict(message('This session exists already.'))
        return true
      }),
    /** Records a fresh proof of the user's identity. */
    prove: (tokenHash: string, atMs: number) =>
      write(async (sql) => {
        await sql.run('UPDATE sessions SET proved_at_ms = ? WHERE token_hash = ?', atMs, tokenHash)
      }),
    /** Counts a wrong second factor of a pending session. The session ends at `most`; returns true if it has ended. */
    noteWrong: (tokenHash: string, most: number) =>
      write(async (sql) => {
        await sql.run(
          'UPDATE sessions SET wrong_codes = wrong_codes + 1 WHERE token_hash = ? AND pending = 1',
          tokenHash,
        )
        const over = 'DELETE FROM sessions WHERE token_hash = ? AND pending = 1 AND wrong_codes >= ?'
        await sql.run(over, tokenHash, most)
        return (await sql.get('SELECT pending FROM sessions WHERE token_hash = ?', tokenHash)) === undefined
      }),
    /** Replaces a pending session with a new one. Returns false, without a session, if the pending one has ended. */
    complete: (pendingTokenHash: string, session: Session, audit?: AuditDraft) =>
      write(async (sql) => {
        const ended = await sql.run(
          'DELETE FROM sessions WHERE token_hash = ? AND user_id = ? AND pending = 1',
          pendingTokenHash,
          session.userId,
        )
        return ended === 1 && begin(sql, session, audit)
      }),
    async touch(tokenHash: string, atMs: number) {
      await write(async (sql) => {
        await sql.run(
          'UPDATE sessions SET last_seen_at_ms = ? WHERE token_hash = ? AND last_seen_at_ms < ?',
          atMs,
          tokenHash,
          atMs,
        )
        const ofSession = 'id = (SELECT user_id FROM sessions WHERE token_hash = ?)'
        await sql.run(`UPDATE users SET last_seen_at_ms = ? WHERE ${ofSession}`, atMs, tokenHash)
      })
    },
    async remove(tokenHash: string) {
      await write(async (sql) => {
        await sql.run(
          `UPDATE users SET last_seen_at_ms = (SELECT last_seen_at_ms FROM sessions WHERE token_hash = ?)
           WHERE id = (SELECT user_id FROM sessions WHERE token_hash = ? AND pending = 0)`,
          ...[tokenHash, tokenHash],
        )
        await sql.run('DELETE FROM sessions WHERE token_hash = ?', tokenHash)
      })
    },
    /** Ends all sessions of a user except the given one. */
    async removeOthers(userId: string, exceptTokenHash: string | null) {
      await write((sql) => endSessions(sql, userId, exceptTokenHash))
    },
  }),
} satisfies StoreDefinition

/** Sends all statements together, so that a remote database needs one round trip. False if the token is taken. */
async function begin(sql: Sql, session: Session, audit: AuditDraft | undefined): Promise<boolean> {
  const [, , added] = await Promise.all([
    sql.run('DELETE FROM sessions WHERE expires_at_ms <= ?', session.createdAtMs),
    endOldest(sql, session),
    sql.run(...insertion('sessions', writtenColumns(columns, session), 'ON CONFLICT DO NOTHING')),
    audit && writeAudit(sql, audit),
  ])
  return added === 1
}

/**
 * Makes room for one more session of a user: ends the least recently used of the pending, or of the other, sessions.
 */
async function endOldest(sql: Sql, { userId, isPending }: Session): Promise<void> {
  await sql.run(
    `DELETE FROM sessions WHERE token_hash IN (
       SELECT token_hash FROM sessions WHERE user_id = ? AND pending = ?
       ORDER BY last_seen_at_ms DESC, token_hash LIMIT 1000 OFFSET ?)`,
    userId,
    Number(isPending),
    (isPending ? maxListed.pendingSessions : maxListed.sessions) - 1,
  )
}
