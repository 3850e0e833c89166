import { conflict, maxListed, message, notFound, type Session, type SessionStore } from '@pictoglyph/core'
import { flag, integer, integerOrNull, type Sql, type SqlEngine, type SqlRow, text } from './engine.ts'
import { endSessions, readUser, userColumns } from './users.ts'

const sessionColumns = `sessions.token_hash, sessions.user_id AS session_user_id, sessions.created_at_ms,
  sessions.last_seen_at_ms, sessions.expires_at_ms, sessions.address, sessions.user_agent,
  sessions.proved_at_ms, sessions.pending`

/** `SessionStore` over an engine. */
export function createSessionStore({ read, write, dialect }: SqlEngine): SessionStore {
  return {
    add: (session, passwordHash) =>
      write(async (sql) => {
        const user = await sql.get(
          `SELECT password_hash, disabled_at_ms FROM users WHERE id = ?${dialect.forShare}`,
          session.userId,
        )
        if (!user) throw notFound(message('The user'))
        if (text(user, 'password_hash') !== passwordHash) return false
        if (integerOrNull(user, 'disabled_at_ms') !== null) return false
        await endOldest(sql, session.userId)
        if (!(await insertSession(sql, session))) throw conflict(message('This session exists already.'))
        return true
      }),
    async byTokenHash(tokenHash) {
      const row = await read.get(
        `SELECT ${sessionColumns}, ${userColumns} FROM sessions JOIN users ON users.id = sessions.user_id
         WHERE sessions.token_hash = ?`,
        tokenHash,
      )
      return row && { session: readSession(row), user: readUser(row) }
    },
    async list(userId) {
      const rows = await read.all(
        `SELECT ${sessionColumns} FROM sessions WHERE user_id = ? ORDER BY last_seen_at_ms DESC, token_hash`,
        userId,
      )
      return rows.map(readSession)
    },
    prove: (tokenHash, atMs) =>
      write(async (sql) => {
        await sql.run('UPDATE sessions SET proved_at_ms = ? WHERE token_hash = ?', atMs, tokenHash)
      }),
    complete: (pendingTokenHash, session) =>
      write(async (sql) => {
        const ended = await sql.run(
          'DELETE FROM sessions WHERE token_hash = ? AND user_id = ? AND pending = 1',
          pendingTokenHash,
          session.userId,
        )
        return ended === 1 && insertSession(sql, session)
      }),
    async touch(tokenHash, atMs) {
      await write((sql) =>
        sql.run(
          'UPDATE sessions SET last_seen_at_ms = ? WHERE token_hash = ? AND last_seen_at_ms < ?',
          atMs,
          tokenHash,
          atMs,
        ),
      )
    },
    async remove(tokenHash) {
      await write((sql) => sql.run('DELETE FROM sessions WHERE token_hash = ?', tokenHash))
    },
    async removeOthers(userId, exceptTokenHash) {
      await write((sql) => endSessions(sql, userId, exceptTokenHash))
    },
    async removeExpired(atMs) {
      await write((sql) => sql.run('DELETE FROM sessions WHERE expires_at_ms <= ?', atMs))
    },
  }
}

/** False if the token is taken. */
async function insertSession(sql: Sql, session: Session): Promise<boolean> {
  const added = await sql.run(
    `INSERT INTO sessions (token_hash, user_id, created_at_ms, last_seen_at_ms, expires_at_ms, address,
       user_agent, proved_at_ms, pending)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    session.tokenHash,
    session.userId,
    session.createdAtMs,
    session.lastSeenAtMs,
    session.expiresAtMs,
    session.address,
    session.userAgent,
    session.provedAtMs,
    Number(session.isPending),
  )
  return added === 1
}

/** Makes room for one more session of a user: the one that was unused for longest ends. */
async function endOldest(sql: Sql, userId: string): Promise<void> {
  await sql.run(
    `DELETE FROM sessions WHERE token_hash IN (
       SELECT token_hash FROM sessions WHERE user_id = ?
       ORDER BY last_seen_at_ms DESC, token_hash LIMIT 1000 OFFSET ?)`,
    userId,
    maxListed.sessions - 1,
  )
}

function readSession(row: SqlRow): Session {
  return {
    tokenHash: text(row, 'token_hash'),
    userId: text(row, 'session_user_id'),
    createdAtMs: integer(row, 'created_at_ms'),
    lastSeenAtMs: integer(row, 'last_seen_at_ms'),
    expiresAtMs: integer(row, 'expires_at_ms'),
    address: text(row, 'address'),
    userAgent: text(row, 'user_agent'),
    provedAtMs: integer(row, 'proved_at_ms'),
    isPending: flag(row, 'pending'),
  }
}
