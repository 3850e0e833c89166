import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { column, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { integer, type Sql } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { withGuardedTransaction } from './administrator-rows.ts'
import { endSessions } from './user-rows.ts'

const columns = {
  id: column.text('id'),
  userId: column.text('user_id'),
  // A kind from another version still requires a factor: no code and no passkey satisfies it.
  kind: column.oneOf('kind', ['passkey', 'totp']),
  name: column.text('name'),
  /** A base32 secret (RFC 4648) for `totp`; for `passkey` the JSON of its public key. Never displayed again. */
  secret: column.text('secret'),
  /** The last used time step (RFC 6238 section 5.2), or a passkey's signature counter. */
  counter: column.integer('counter'),
  createdAtMs: column.integer('created_at_ms'),
  lastUsedAtMs: column.integerOrNull('last_used_at_ms'),
}

/** A proof of identity in addition to the password: an authenticator app (`totp`) or a passkey. */
export type SecondFactor = RowOf<typeof columns>

const failureColumns = {
  /** Wrong authenticator codes since the last right one. */
  codesInRow: column.integer('codes_in_row'),
  /** Until then authenticator codes are blocked. */
  restingUntilMs: column.integer('resting_until_ms'),
  /** Wrong factors of any kind, in total. */
  failures: column.integer('failures'),
  lastAtMs: column.integer('last_at_ms'),
  lastAddress: column.text('last_address'),
}

/** A user's failed second factors. */
export type FactorFailures = RowOf<typeof failureColumns>

/** Second factors and recovery codes. */
export const factorStore = {
  walks: ({ read }) => ({
    /** A user's factors, the oldest first. */
    async list(userId: string) {
      const rows = await read.all(
        'SELECT * FROM second_factors WHERE user_id = ? ORDER BY created_at_ms, id',
        userId,
      )
      return rows.map((row) => readRow(columns, row))
    },
    /** How many unused recovery codes a user has. */
    async countCodes(userId: string) {
      const row = await read.get('SELECT COUNT(*) AS count FROM recovery_codes WHERE user_id = ?', userId)
      return row === undefined ? 0 : integer(row, 'count')
    },
    /** The user's failed attempts; `undefined` if there are none. */
    async failures(userId: string) {
      const row = await read.get('SELECT * FROM factor_failures WHERE user_id = ?', userId)
      return row && readRow(failureColumns, row)
    },
  }),
  changes: (engine) => ({
    /**
     * Adds a factor and ends the user's other sessions.
     * @param codeHashes new recovery codes, which replace the old ones
     */
    add: (
      factor: SecondFactor,
      { codeHashes, keptTokenHash }: { codeHashes: readonly string[] | null; keptTokenHash: string },
      audit: AuditDraft,
    ) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await sql.get('SELECT id FROM users WHERE id = ?', factor.userId)))
          throw notFound(message('The user'))
        await sql.run(...insertion('second_factors', writtenColumns(columns, factor)))
        if (codeHashes !== null) await replaceCodes(sql, factor.userId, codeHashes)
        await endSessions(sql, factor.userId, keptTokenHash)
      }),
    /**
     * Records a use. Returns false, and writes nothing, unless the counter is above the last used one. So one code
     * succeeds only once, over all replicas. A passkey without a counter keeps 0.
     */
    use: (id: string, { counter, atMs }: { counter: number; atMs: number }) =>
      engine.write(async (sql) => {
        const used = await sql.run(
          `UPDATE second_factors SET counter = ?, last_used_at_ms = ?
         WHERE id = ? AND (counter < ? OR (kind = 'passkey' AND counter = 0 AND counter = ?))`,
          counter,
          atMs,
          id,
          counter,
          counter,
        )
        return used === 1
      }),
    /**
     * Removes one factor, or all, and ends the user's other sessions. With the last factor it removes the recovery
     * codes.
     * @param id `null` for all
     * @throws {Failure} NOT_FOUND, CONFLICT as {@link withGuardedTransaction}
     */
    remove: (
      userId: string,
      { id, keptTokenHash }: { id: string | null; keptTokenHash: string | null },
      audit: AuditDraft,
    ) =>
      withGuardedTransaction(engine, audit, async (sql) => {
        const removed =
          id === null
            ? await sql.run('DELETE FROM second_factors WHERE user_id = ?', userId)
            : await sql.run('DELETE FROM second_factors WHERE user_id = ? AND id = ?', userId, id)
        if (id !== null && removed === 0) throw notFound(message('The second factor'))
        if (!(await sql.get('SELECT id FROM second_factors WHERE user_id = ? LIMIT 1', userId))) {
          await replaceCodes(sql, userId, [])
          await sql.run('DELETE FROM factor_failures WHERE user_id = ?', userId)
        }
        await endSessions(sql, userId, keptTokenHash)
      }),
    /** Replaces the recovery codes. */
    setCodes: (userId: string, codeHashes: readonly string[], audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) => replaceCodes(sql, userId, codeHashes)),
    /** Marks a passkey's challenge as used until it expires; false if it was used before, on any replica. */
    useChallenge: (challenge: string, { atMs, endsAtMs }: { atMs: number; endsAtMs: number }) =>
      engine.write(async (sql) => {
        await sql.run('DELETE FROM used_challenges WHERE ends_at_ms <= ?', atMs)
        const use = insertion(
          'used_challenges',
          { challenge, ends_at_ms: endsAtMs },
          'ON CONFLICT DO NOTHING',
        )
        return (await sql.run(...use)) === 1
      }),
    /**
     * Records a wrong factor. From the wrong code that makes `most` in a row on, each blocks codes for `restMs`.
     * @param failure.isCode it was an authenticator's code
     */
    async noteWrong(
      userId: string,
      {
        atMs,
        address,
        isCode,
        most,
        restMs,
      }: { atMs: number; address: string; isCode: boolean; most: number; restMs: number },
    ) {
      const codes = Number(isCode)
      await engine.write((sql) =>
        sql.run(
          ...insertion(
            'factor_failures',
            {
              user_id: userId,
              codes_in_row: codes,
              resting_until_ms: isCode && most <= 1 ? atMs + restMs : 0,
              failures: 1,
              last_at_ms: atMs,
              last_address: address,
            },
            `ON CONFLICT (user_id) DO UPDATE SET
codes_in_row = factor_failures.codes_in_row + excluded.codes_in_row,
resting_until_ms = CASE
WHEN excluded.codes_in_row = 1 AND factor_failures.codes_in_row + 1 >= ? THEN ?
ELSE factor_failures.resting_until_ms END,
failures = factor_failures.failures + 1,
last_at_ms = excluded.last_at_ms, last_address = excluded.last_address`,
          ),
          most,
          atMs + restMs,
        ),
      )
    },
    /** Resets the count of wrong codes after a right one. */
    async noteRight(userId: string) {
      await engine.write((sql) =>
        sql.run('UPDATE factor_failures SET codes_in_row = 0 WHERE user_id = ?', userId),
      )
    },
    /** Uses up a recovery code; false if none has that hash. */
    useCode: (userId: string, codeHash: string) =>
      engine.write(async (sql) => {
        const used = 'DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?'
        return (await sql.run(used, userId, codeHash)) === 1
      }),
  }),
} satisfies StoreDefinition

async function replaceCodes(sql: Sql, userId: string, codeHashes: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM recovery_codes WHERE user_id = ?', userId)
  for (const codeHash of codeHashes) {
    await sql.run(...insertion('recovery_codes', { user_id: userId, code_hash: codeHash }))
  }
}
