import { lockAdministration, withAuditedTransaction, writeAudit } from '../audit/audit-rows.ts'
import { alreadyTaken, type Failure, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, User } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { column, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { flag, type SqlReader, type SqlRow, textOrNull } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { giverColumns, joinGiver, keepAnAdministrator, readGiver } from './administrator-rows.ts'
import { type Giver, isStillGiven } from './givers.ts'
import { insertUser, writePassword } from './user-rows.ts'

const columns = {
  id: column.text('id'),
  /** SHA-256 of the link's token. The token itself is stored nowhere. */
  tokenHash: column.text('token_hash'),
  /** The user whose password the link sets; `null` for a new account, whose holder chooses the name. */
  userId: column.textOrNull('user_id'),
  /** The role and quota of a new account. */
  role: column.oneOf('role', ['member', 'admin']),
  quotaBytes: column.integerOrNull('quota_bytes'),
  createdAtMs: column.integer('created_at_ms'),
  expiresAtMs: column.integer('expires_at_ms'),
}

/** A link to create that works once: for a new account, or for a new password of an existing one. */
export type NewInvitation = RowOf<typeof columns>

/** An unused link, with the present names. */
export interface Invitation extends NewInvitation {
  /** The name of the account whose password the link sets. */
  userName: string | null
  giver: Giver
  /** The name of the giver's account; `null` if that is deleted or unknown. */
  giverName: string | null
  /** False once the giver may not invite, or the user of the link is disabled. */
  isInForce: boolean
}

/** Unused links. */
export const invitationStore = {
  walks: ({ read }) => ({
    /** The unexpired link with this token. */
    byTokenHash: (tokenHash: string, nowMs: number) => find(read, tokenHash, nowMs),
  }),
  reads: ({ read }) => ({
    /** Unexpired links, the first to expire first, at most `limit`. */
    async list(nowMs: number, limit: number) {
      const rows = await read.all(
        `${selection} WHERE invitations.expires_at_ms > ?
         ORDER BY invitations.expires_at_ms, invitations.id LIMIT ?`,
        nowMs,
        limit,
      )
      return rows.map(readInvitation)
    },
  }),
  changes: (engine) => ({
    /**
     * Adds a link. It replaces earlier links of the same user, and expired ones. The actor of the audit entry is the
     * giver.
     */
    add: (invitation: NewInvitation, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        await sql.run(
          'DELETE FROM invitations WHERE user_id = ? OR expires_at_ms <= ?',
          invitation.userId,
          invitation.createdAtMs,
        )
        await sql.run(
          ...insertion('invitations', {
            ...writtenColumns(columns, invitation),
            giver_id: audit.actorUserId,
            by_command: Number(audit.actorUserId === null),
          }),
        )
      }),
    /** @throws {Failure} NOT_FOUND */
    remove: (id: string, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if ((await sql.run('DELETE FROM invitations WHERE id = ?', id)) === 0) throw noInvitation()
      }),
    /**
     * Uses the link: creates the account, or sets the user's password and ends the user's sessions. Returns false, and
     * changes nothing, if the link was used, has expired or is not in force.
     * @throws {Failure} CONFLICT if the name is taken, and as {@link keepAnAdministrator}; then it can still be used
     */
    accept: (
      tokenHash: string,
      given: { user: User } | { userId: string; passwordHash: string },
      audit: AuditDraft,
    ) =>
      engine.write(async (sql) => {
        // The giver's account is changed under the same lock.
        await lockAdministration(sql)
        const invitation = await find(sql, tokenHash, audit.atMs)
        if (invitation?.isInForce !== true) return false
        await sql.run('DELETE FROM invitations WHERE id = ?', invitation.id)
        if ('user' in given) {
          if (!(await insertUser(sql, given.user, audit)))
            throw alreadyTaken(
              'name',
              message('A user named "{name}" exists already.', { name: given.user.name }),
            )
        } else {
          const password = {
            hash: given.passwordHash,
            isGenerated: false,
            isByCommand: false,
            keptTokenHash: null,
          }
          await keepAnAdministrator(sql, audit, () => writePassword(sql, given.userId, password, audit))
        }
        await writeAudit(sql, audit)
        return true
      }),
  }),
} satisfies StoreDefinition

/** The failure for a link that can't be used. */
export const noInvitation = (): Failure => notFound(message('The invitation'))

const selection = `SELECT invitations.*, givers.name AS giver_name, givers.deleted_at_ms AS giver_deleted_at_ms,
    ${giverColumns}, users.name AS user_name, users.role AS user_role, users.disabled_at_ms AS user_disabled_at_ms
  FROM invitations ${joinGiver('invitations.giver_id')} LEFT JOIN users ON users.id = invitations.user_id`

async function find(sql: SqlReader, tokenHash: string, nowMs: number): Promise<Invitation | undefined> {
  const row = await sql.get(
    `${selection} WHERE invitations.token_hash = ? AND invitations.expires_at_ms > ?`,
    tokenHash,
    nowMs,
  )
  return row && readInvitation(row)
}

function readInvitation(row: SqlRow): Invitation {
  const giver = { isCommand: flag(row, 'by_command'), account: readGiver(row) }
  const isForAdministrator = row.role === 'admin' || row.user_role === 'admin'
  const isUserDisabled = row.user_disabled_at_ms !== null
  return {
    ...readRow(columns, row),
    userName: textOrNull(row, 'user_name'),
    giver,
    giverName: row.giver_deleted_at_ms === null ? textOrNull(row, 'giver_name') : null,
    isInForce: !isUserDisabled && isStillGiven(giver, isForAdministrator ? 'admin' : 'member'),
  }
}
