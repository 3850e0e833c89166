import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { conflict } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { policyFrom } from '../policy/policy.ts'
import { readRow } from '../rows/columns.ts'
import {
  integer,
  integerOrNull,
  oneOf,
  type Sql,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  text,
} from '../rows/engine.ts'
import type { GiverAccount } from './givers.ts'
import { userColumns } from './user-columns.ts'
import { canSignIn, type PasswordFacts } from './ways-in.ts'

/** Joins the account whose id is in `column` as the giver. */
export const joinGiver = (column: string): string => `LEFT JOIN users AS givers ON givers.id = ${column}`

/** The giver's columns for {@link readGiver}. */
export const giverColumns = 'givers.role AS giver_role, givers.disabled_at_ms AS giver_disabled_at_ms'

/** The giver in a row with {@link giverColumns}; `null` if it is unknown. */
export function readGiver(row: SqlRow): GiverAccount | null {
  if (row.giver_role === null) return null
  return {
    role: oneOf(row, 'giver_role', ['admin', 'member']),
    disabledAtMs: integerOrNull(row, 'giver_disabled_at_ms'),
  }
}

/** Reads the facts about a password from a row of `users` joined with the giver of the password. */
export function readPasswordFacts(row: SqlRow): PasswordFacts {
  return { setAtMs: integer(row, 'password_set_at_ms'), giver: readGiver(row) }
}

/** {@link withAuditedTransaction} for a change under {@link keepAnAdministrator}. */
export function withGuardedTransaction<T>(
  engine: SqlEngine,
  audit: AuditDraft | readonly AuditDraft[],
  change: (sql: SqlTransaction) => Promise<T>,
): Promise<T> {
  return withAuditedTransaction(engine, audit, (sql) => keepAnAdministrator(sql, audit, () => change(sql)))
}

/**
 * Makes a change of accounts or of sign-in, unless it would remove the last administrator who can sign in. If none can,
 * it may remove no administrator at all. Requires the lock of administration.
 * @throws {Failure} CONFLICT; the transaction must then end without the change
 */
export async function keepAnAdministrator<T>(
  sql: Sql,
  audit: AuditDraft | readonly AuditDraft[],
  change: () => Promise<T>,
): Promise<T> {
  const atMs = Math.max(...[audit].flat().map((entry) => entry.atMs))
  const before = await countAdministrators(sql, atMs)
  const done = await change()
  const after = await countAdministrators(sql, atMs)
  const isOneLess = after.inForce < before.inForce || after.able < before.able
  if (after.able > 0 || !isOneLess) return done
  throw conflict(after.passwords === 'on' ? lastAdministrator : lastWithoutPasswords)
}

const lastAdministrator = message(
  'No administrator could sign in after this: it takes away the last administrator who can. Another one needs a password, a passkey or a sign-in with the provider first.',
)
const lastWithoutPasswords = message(
  'No administrator could sign in after this: it takes away the last administrator who can. While password sign-in is off, another one needs a sign-in with the provider first, or a password set with "pictoglyph user password".',
)

/** Counts administrators who are not disabled, and those among them who can sign in. */
async function countAdministrators(sql: Sql, nowMs: number) {
  const settings = await sql.all("SELECT key, value FROM settings WHERE key = 'console.passwords'")
  const policy = policyFrom(new Map(settings.map((row) => [text(row, 'key'), text(row, 'value')])))
  const passwords = policy['console.passwords']
  const rows = await sql.all(
    `SELECT users.*, ${giverColumns},
       (SELECT COUNT(*) FROM second_factors WHERE user_id = users.id AND kind = 'passkey') AS passkeys,
       (SELECT COUNT(*) FROM provider_accounts WHERE user_id = users.id) AS providers
     FROM users ${joinGiver('users.password_giver_id')}
     WHERE users.role = 'admin' AND users.disabled_at_ms IS NULL`,
  )
  const able = rows.filter((row) =>
    canSignIn(
      {
        user: readRow(userColumns, row),
        password: readPasswordFacts(row),
        hasPasskey: integer(row, 'passkeys') > 0,
        hasProvider: integer(row, 'providers') > 0,
      },
      { passwords, nowMs },
    ),
  )
  return { inForce: rows.length, able: able.length, passwords }
}
