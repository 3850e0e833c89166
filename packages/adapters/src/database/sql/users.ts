import {
  alreadyTaken,
  conflict,
  message,
  nameKey,
  notFound,
  type User,
  type UserStore,
} from '@pictoglyph/core'
import { lockAdministration, withAuditedTransaction, writeAudit } from './audit.ts'
import { assignmentsOf } from './clauses.ts'
import { counterScope, usageOf } from './counters.ts'
import { unknownCursor } from './cursor.ts'
import { flag, integer, integerOrNull, oneOf, type Sql, type SqlEngine, type SqlRow, text } from './engine.ts'

/** `UserStore` over an engine. */
export function createUserStore(engine: SqlEngine): UserStore {
  const { read } = engine
  return {
    add: (user, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await insertUser(sql, user)))
          throw alreadyTaken('name', message('A user named "{name}" exists already.', { name: user.name }))
      }),
    async byId(id) {
      const row = await read.get(`SELECT ${userColumns} FROM users WHERE id = ?`, id)
      return row && readUser(row)
    },
    async byName(name) {
      const row = await read.get(`SELECT ${userColumns} FROM users WHERE name_key = ?`, nameKey(name))
      return row && readUser(row)
    },
    async byProvider(issuer, subject) {
      const row = await read.get(
        `SELECT ${userColumns} FROM provider_accounts JOIN users ON users.id = provider_accounts.user_id
         WHERE provider_accounts.issuer = ? AND provider_accounts.subject = ?`,
        issuer,
        subject,
      )
      return row && readUser(row)
    },
    addFromProvider: (user, { issuer, subject }, audit) =>
      engine.write(async (sql) => {
        await lockAdministration(sql)
        const bound = 'SELECT user_id FROM provider_accounts WHERE issuer = ? AND subject = ?'
        if (await sql.get(bound, issuer, subject)) return 'bound'
        if (!(await insertUser(sql, user))) return 'taken'
        await sql.run(
          'INSERT INTO provider_accounts (issuer, subject, user_id) VALUES (?, ?, ?)',
          issuer,
          subject,
          user.id,
        )
        await writeAudit(sql, audit)
        return 'added'
      }),
    async list() {
      const rows = await read.all(`SELECT ${userColumns} FROM users ORDER BY name_key`)
      return rows.map(readUser)
    },
    async page({ limit, after }) {
      const from = after === undefined ? undefined : await read.get(nameOf, after)
      if (after !== undefined && from === undefined) throw unknownCursor()
      const rows = await read.all(
        `SELECT ${userColumns} FROM users ${from ? 'WHERE name_key > ?' : ''} ORDER BY name_key LIMIT ?`,
        ...(from ? [text(from, 'name_key')] : []),
        limit + 1,
      )
      const items = rows.slice(0, limit).map(readUser)
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },
    update: (id, change, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const endsAdministrator = change.role === 'member' || typeof change.disabledAtMs === 'number'
        if (endsAdministrator) await requireOtherAdministrator(sql, id)
        const set = assignmentsOf({
          role: change.role,
          disabled_at_ms: change.disabledAtMs,
          quota_bytes: change.quotaBytes,
          display_name: change.displayName,
        })
        const found = set
          ? await sql.run(`UPDATE users SET ${set.text} WHERE id = ?`, ...set.parameters, id)
          : (await sql.all('SELECT id FROM users WHERE id = ?', id)).length
        if (found === 0) throw notFound(message('The user'))
        if (typeof change.disabledAtMs === 'number') await endSessions(sql, id, null)
      }),
    setPassword: (id, { hash, isGenerated, isByCommand, keptTokenHash }, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        // The row before the sessions: who begins one with the old password meanwhile waits, and then begins none.
        const found = await sql.run(
          `UPDATE users SET password_hash = ?, password_generated = ?, password_by_command = ?, password_set_at_ms = ?
           WHERE id = ?`,
          hash,
          Number(isGenerated),
          Number(isByCommand),
          audit.atMs,
          id,
        )
        if (found === 0) throw notFound(message('The user'))
        await endSessions(sql, id, keptTokenHash)
      }),
    async passwordSetAtMs(id) {
      const row = await read.get('SELECT password_set_at_ms FROM users WHERE id = ?', id)
      return row === undefined ? 0 : integer(row, 'password_set_at_ms')
    },
    usage: (id) => usageOf(read, id),
    async largest(limit) {
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
  }
}

const nameOf = 'SELECT name_key FROM users WHERE id = ?'

/** Requires the lock of administration. @throws {Failure} CONFLICT for the last administrator */
async function requireOtherAdministrator(sql: Sql, id: string): Promise<void> {
  const rows = await sql.all("SELECT id FROM users WHERE role = 'admin' AND disabled_at_ms IS NULL")
  if (rows.length !== 1 || rows.every((row) => text(row, 'id') !== id)) return
  throw conflict(message('This is the last administrator. Make another one first.'))
}

/** False if the id or the name is taken. */
export async function insertUser(sql: Sql, user: User): Promise<boolean> {
  const added = await sql.run(
    `INSERT INTO users (id, name, name_key, role, password_hash, created_at_ms, disabled_at_ms, quota_bytes,
       password_generated, password_by_command, display_name, password_set_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    user.id,
    user.name,
    nameKey(user.name),
    user.role,
    user.passwordHash,
    user.createdAtMs,
    user.disabledAtMs,
    user.quotaBytes,
    Number(user.hasGeneratedPassword),
    Number(user.hasCommandPassword),
    user.displayName,
    user.createdAtMs,
  )
  return added === 1
}

/** Every site has users, because one is among its first rows. */
export async function hasUsers(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT id FROM users LIMIT 1')) !== undefined
}

/** The columns of a user, under names that don't clash with another table's. */
export const userColumns = `users.id AS user_id, users.name AS user_name, users.role AS user_role,
  users.password_hash AS user_password_hash, users.created_at_ms AS user_created_at_ms,
  users.disabled_at_ms AS user_disabled_at_ms, users.quota_bytes AS user_quota_bytes,
  users.password_generated AS user_password_generated,
  users.password_by_command AS user_password_by_command,
  users.display_name AS user_display_name`

/** The user of a row with {@link userColumns}. */
export function readUser(row: SqlRow): User {
  return {
    id: text(row, 'user_id'),
    name: text(row, 'user_name'),
    role: oneOf(row, 'user_role', ['admin', 'member']),
    passwordHash: text(row, 'user_password_hash'),
    hasGeneratedPassword: flag(row, 'user_password_generated'),
    hasCommandPassword: flag(row, 'user_password_by_command'),
    createdAtMs: integer(row, 'user_created_at_ms'),
    disabledAtMs: integerOrNull(row, 'user_disabled_at_ms'),
    quotaBytes: integerOrNull(row, 'user_quota_bytes'),
    displayName: text(row, 'user_display_name'),
  }
}

/** Ends all sessions of a user except the given one. */
export async function endSessions(sql: Sql, userId: string, exceptTokenHash: string | null): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?', userId, exceptTokenHash ?? '')
}
