import { lockAdministration, withAuditedTransaction, writeAudit } from '../audit/audit-rows.ts'
import { alreadyTaken } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, Role, User } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import {
  integer,
  integerOrNull,
  oneOf,
  type SqlEngine,
  type SqlRow,
  text,
  textOrNull,
} from '../rows/engine.ts'
import { changing, walking } from '../rows/method-kinds.ts'
import { insertUser, writePassword } from './user-rows.ts'

/** A link that is good once: for a new account, or for a new password of one. */
export interface Invitation {
  id: string
  /** SHA-256 of the token in the link, which is kept nowhere. */
  tokenHash: string
  /** Whose password it sets; `null` for a new account, whose name its holder chooses. */
  userId: string | null
  /** The role and quota of a new account. */
  role: Role
  quotaBytes: number | null
  createdAtMs: number
  expiresAtMs: number
}

/** Links that no one has used yet. */
export function createInvitationStore(engine: SqlEngine) {
  const { read, write } = engine
  return {
    ...walking({
      /** The one of a token that has not expired. */
      async byTokenHash(tokenHash: string, nowMs: number) {
        const row = await read.get(
          'SELECT * FROM invitations WHERE token_hash = ? AND expires_at_ms > ?',
          tokenHash,
          nowMs,
        )
        return row && readInvitation(row)
      },
    }),
    /** Those that have not expired, the first to expire first, at most `limit`. */
    async list(nowMs: number, limit: number) {
      const rows = await read.all(
        'SELECT * FROM invitations WHERE expires_at_ms > ? ORDER BY expires_at_ms, id LIMIT ?',
        nowMs,
        limit,
      )
      return rows.map(readInvitation)
    },
    ...changing({
      /** Takes the place of earlier ones of the same user, and of those that have expired. */
      add: (invitation: Invitation, audit: AuditDraft) =>
        withAuditedTransaction(engine, audit, async (sql) => {
          await sql.run(
            'DELETE FROM invitations WHERE user_id = ? OR expires_at_ms <= ?',
            invitation.userId,
            invitation.createdAtMs,
          )
          await sql.run(
            ...insertion('invitations', {
              id: invitation.id,
              token_hash: invitation.tokenHash,
              user_id: invitation.userId,
              role: invitation.role,
              quota_bytes: invitation.quotaBytes,
              created_at_ms: invitation.createdAtMs,
              expires_at_ms: invitation.expiresAtMs,
            }),
          )
        }),
      /** False, and nothing is written, if there is none. */
      remove: (id: string, audit: AuditDraft) =>
        write(async (sql) => {
          await lockAdministration(sql)
          if ((await sql.run('DELETE FROM invitations WHERE id = ?', id)) === 0) return false
          await writeAudit(sql, audit)
          return true
        }),
      /**
       * Uses it up: makes the account, or sets the password of its user and ends the user's sessions. False, and nothing
       * has changed, if it was used, has expired, or its user is disabled.
       * @throws {Failure} CONFLICT if the name is taken; then it can still be used
       */
      accept: (
        tokenHash: string,
        given: { user: User } | { userId: string; passwordHash: string },
        audit: AuditDraft,
      ) =>
        write(async (sql) => {
          await lockAdministration(sql)
          const used = await sql.run(
            'DELETE FROM invitations WHERE token_hash = ? AND expires_at_ms > ?',
            tokenHash,
            audit.atMs,
          )
          if (used === 0) return false
          if ('user' in given) {
            if (!(await insertUser(sql, given.user)))
              throw alreadyTaken(
                'name',
                message('A user named "{name}" exists already.', { name: given.user.name }),
              )
          } else {
            const row = await sql.get('SELECT disabled_at_ms FROM users WHERE id = ?', given.userId)
            if (row === undefined || row.disabled_at_ms !== null) return false
            const password = {
              hash: given.passwordHash,
              isGenerated: false,
              isByCommand: false,
              keptTokenHash: null,
            }
            await writePassword(sql, given.userId, password, audit.atMs)
          }
          await writeAudit(sql, audit)
          return true
        }),
    }),
  }
}

function readInvitation(row: SqlRow): Invitation {
  return {
    id: text(row, 'id'),
    tokenHash: text(row, 'token_hash'),
    userId: textOrNull(row, 'user_id'),
    role: oneOf(row, 'role', ['member', 'admin']),
    quotaBytes: integerOrNull(row, 'quota_bytes'),
    createdAtMs: integer(row, 'created_at_ms'),
    expiresAtMs: integer(row, 'expires_at_ms'),
  }
}
