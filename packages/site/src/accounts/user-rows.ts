import { lockAdministration, withAuditedTransaction, writeAudit } from '../audit/audit-rows.ts'
import { alreadyTaken, notFound } from '../language/failure.ts'
import type { Page } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, User } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { assignmentsOf, insertion } from '../rows/clauses.ts'
import { pickColumns, type RowOf, writtenColumns } from '../rows/columns.ts'
import { counterScope, usageOf } from '../rows/counters.ts'
import { unknownCursor } from '../rows/cursor.ts'
import { integer, integerOrNull, type Sql, type SqlReader, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { giverColumns, joinGiver, readPasswordFacts, withGuardedTransaction } from './administrator-rows.ts'
import { eraseUser } from './erase-user-rows.ts'
import { readUser, selectedUser, userColumns } from './user-columns.ts'
import type { PasswordFacts } from './ways-in.ts'

const changeable = pickColumns(userColumns, 'name', 'role', 'disabledAtMs', 'quotaBytes', 'displayName')

/** Users, and the space they use. */
export const userStore = {
  walks: ({ read }) => ({
    async byId(id: string) {
      const row = await read.get(`SELECT ${selectedUser} FROM users WHERE ${isPresent}`, id)
      return row && readUser(row)
    },
    /** Finds a user by name, in any case. */
    async byName(name: string) {
      const row = await read.get(
        `SELECT ${selectedUser} FROM users WHERE name_key = ? AND deleted_at_ms IS NULL`,
        nameKey(name),
      )
      return row && readUser(row)
    },
    /** The user bound to an issuer's subject. */
    async byProvider(issuer: string, subject: string) {
      const row = await read.get(
        `SELECT ${selectedUser} FROM provider_accounts JOIN users ON users.id = provider_accounts.user_id
         WHERE provider_accounts.issuer = ? AND provider_accounts.subject = ?`,
        issuer,
        subject,
      )
      return row && readUser(row)
    },
    /** A page of users, by name. @throws {Failure} BAD_REQUEST for a marker that no page returned */
    async page({ limit, after }: { limit: number; after?: string }): Promise<Page<User>> {
      const from = after === undefined ? undefined : await read.get(nameOf, after)
      if (after !== undefined && from === undefined) throw unknownCursor()
      const rows = await read.all(
        `SELECT ${selectedUser} FROM users WHERE deleted_at_ms IS NULL ${from ? 'AND name_key > ?' : ''} ORDER BY name_key LIMIT ?`,
        ...(from ? [text(from, 'name_key')] : []),
        limit + 1,
      )
      const items = rows.slice(0, limit).map(readUser)
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },
    /** When the user's password was set, and who set it. */
    async passwordFacts(id: string): Promise<PasswordFacts> {
      const row = await read.get(
        `SELECT users.password_set_at_ms, ${giverColumns}
         FROM users ${joinGiver('users.password_giver_id')} WHERE users.id = ?`,
        id,
      )
      return row === undefined ? { setAtMs: 0, giver: null } : readPasswordFacts(row)
    },
    /** When the user last used the console or one of their keys; `null` for never. */
    async lastSeenAtMs(id: string): Promise<number | null> {
      const row = await read.get(
        `SELECT users.last_seen_at_ms,
           (SELECT MAX(last_seen_at_ms) FROM sessions WHERE user_id = users.id AND pending = 0) AS by_session,
           (SELECT MAX(last_used_at_ms) FROM api_keys WHERE user_id = users.id) AS by_key
         FROM users WHERE users.id = ?`,
        id,
      )
      const times =
        row === undefined
          ? []
          : ['last_seen_at_ms', 'by_session', 'by_key'].map((name) => integerOrNull(row, name))
      const known = times.filter((atMs) => atMs !== null)
      return known.length === 0 ? null : Math.max(...known)
    },
    usage: (id: string) => usageOf(read, id),
  }),
  reads: ({ read }) => ({
    /** All users by name, for the command. */
    async list() {
      const rows = await read.all(
        `SELECT ${selectedUser} FROM users WHERE deleted_at_ms IS NULL ORDER BY name_key`,
      )
      return rows.map(readUser)
    },
    /** The users whose live images use the most bytes, the largest first; only users with images. */
    async largest(limit: number) {
      const rows = await read.all(
        `SELECT users.id, users.name, most.images, most.bytes
         FROM (
           SELECT scope, SUM(images) AS images, SUM(bytes) AS bytes FROM image_counters
           WHERE scope >= ? AND scope < ? GROUP BY scope HAVING SUM(images) > 0
           ORDER BY SUM(bytes) DESC, scope LIMIT ?
         ) AS most JOIN users ON users.id = SUBSTR(most.scope, ?)
         ORDER BY most.bytes DESC, most.scope`,
        counterScope.owner(''),
        'owner;',
        limit,
        counterScope.owner('').length + 1,
      )
      return rows.map((row) => ({
        id: text(row, 'id'),
        name: text(row, 'name'),
        images: integer(row, 'images'),
        bytes: integer(row, 'bytes'),
      }))
    },
  }),
  changes: (engine) => ({
    add: (user: User, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await insertUser(sql, user, audit)))
          throw alreadyTaken('name', message('A user named "{name}" exists already.', { name: user.name }))
      }),
    /**
     * Adds a user bound to an issuer's subject. Returns `bound` if the subject already has a user, `taken` if the name
     * is used; then nothing is added.
     */
    addFromProvider: (
      user: User,
      { issuer, subject }: { issuer: string; subject: string },
      audit: AuditDraft,
    ): Promise<'added' | 'bound' | 'taken'> =>
      engine.write(async (sql) => {
        await lockAdministration(sql)
        const bound = 'SELECT user_id FROM provider_accounts WHERE issuer = ? AND subject = ?'
        if (await sql.get(bound, issuer, subject)) return 'bound'
        if (!(await insertUser(sql, user, audit))) return 'taken'
        await sql.run(...insertion('provider_accounts', { issuer, subject, user_id: user.id }))
        await writeAudit(sql, audit)
        return 'added'
      }),
    /**
     * Changes a user. Disabling ends the user's sessions. If several administrators disable or demote each other at
     * once, one is left.
     * @throws {Failure} CONFLICT for a name that is taken, and as {@link withGuardedTransaction}
     */
    update: (
      id: string,
      change: Partial<RowOf<typeof changeable>>,
      audit: AuditDraft | readonly AuditDraft[],
    ) =>
      withGuardedTransaction(engine, audit, async (sql) => {
        if (change.name !== undefined) await requireFreeName(sql, id, change.name)
        const set = assignmentsOf(writtenColumns(changeable, change))
        const found = set
          ? await sql.run(`UPDATE users SET ${set.text} WHERE ${isPresent}`, ...set.parameters, id)
          : (await sql.all(`SELECT id FROM users WHERE ${isPresent}`, id)).length
        if (found === 0) throw notFound(message('The user'))
        if (typeof change.disabledAtMs === 'number') await endSessions(sql, id, null)
      }),
    /**
     * Sets a new password and ends the user's sessions, except the one to keep.
     * @throws {Failure} NOT_FOUND, CONFLICT as {@link withGuardedTransaction}
     */
    setPassword: (id: string, password: PasswordToWrite, audit: AuditDraft) =>
      withGuardedTransaction(engine, audit, (sql) => writePassword(sql, id, password, audit)),
    /**
     * Erases an account in one transaction: its sessions, keys, second factors and provider bindings, and its name and
     * address in the audit log. No one can sign in to it. Its row stays for images that are kept.
     * @param named replaces the name
     * @throws {Failure} NOT_FOUND, CONFLICT as {@link withGuardedTransaction}
     */
    erase: (user: Pick<User, 'id' | 'name'>, named: string, audit: AuditDraft) =>
      withGuardedTransaction(engine, audit, (sql) => eraseUser(sql, user, named, audit.atMs)),
  }),
} satisfies StoreDefinition

const isPresent = 'id = ? AND deleted_at_ms IS NULL'

const nameOf = 'SELECT name_key FROM users WHERE id = ?'

/**
 * Adds a user. The password's giver is the actor of the audit entry.
 * @returns false if the id or the name is taken
 */
export async function insertUser(sql: Sql, user: User, audit: AuditDraft): Promise<boolean> {
  const row = {
    ...writtenColumns(userColumns, user),
    password_set_at_ms: user.createdAtMs,
    password_giver_id: giverOf(audit, user.id),
  }
  return (await sql.run(...insertion('users', row, 'ON CONFLICT DO NOTHING'))) === 1
}

/** Whether the site has users; every site has, because one is among its first rows. */
export async function hasUsers(sql: SqlReader): Promise<boolean> {
  return (await sql.get('SELECT id FROM users LIMIT 1')) !== undefined
}

interface PasswordToWrite {
  hash: string
  isGenerated: boolean
  isByCommand: boolean
  /** The session to keep, if any. */
  keptTokenHash: string | null
}

/** Sets a new password and ends the user's sessions except the one to keep. @throws {Failure} NOT_FOUND */
export async function writePassword(
  sql: Sql,
  id: string,
  { hash, isGenerated, isByCommand, keptTokenHash }: PasswordToWrite,
  audit: AuditDraft,
): Promise<void> {
  // Lock the row before the sessions: a sign-in with the old password then waits, and begins no session.
  const found = await sql.run(
    `UPDATE users SET password_hash = ?, password_generated = ?, password_by_command = ?, password_set_at_ms = ?,
       password_giver_id = ?
     WHERE ${isPresent}`,
    hash,
    Number(isGenerated),
    Number(isByCommand),
    audit.atMs,
    giverOf(audit, id),
    id,
  )
  if (found === 0) throw notFound(message('The user'))
  await endSessions(sql, id, keptTokenHash)
}

/** The account that gave the password; `null` if users set their own. */
const giverOf = ({ actorUserId }: AuditDraft, id: string): string | null =>
  actorUserId === id ? null : actorUserId

/** @throws {Failure} CONFLICT if another user has the name */
async function requireFreeName(sql: Sql, id: string, name: string): Promise<void> {
  const other = await sql.get('SELECT id FROM users WHERE name_key = ? AND id <> ?', nameKey(name), id)
  if (other !== undefined)
    throw alreadyTaken('name', message('A user named "{name}" exists already.', { name }))
}

/** Ends all sessions of a user except the given one. */
export async function endSessions(sql: Sql, userId: string, exceptTokenHash: string | null): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?', userId, exceptTokenHash ?? '')
}
