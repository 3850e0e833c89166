import { type FactorStore, message, notFound, type SecondFactor } from '@pictoglyph/core'
import { withAuditedTransaction } from './audit.ts'
import { integer, integerOrNull, oneOf, type Sql, type SqlEngine, type SqlRow, text } from './engine.ts'
import { endSessions } from './users.ts'

/** `FactorStore` over an engine. */
export function createFactorStore(engine: SqlEngine): FactorStore {
  const { read, write } = engine
  return {
    async list(userId) {
      const rows = await read.all(
        'SELECT * FROM second_factors WHERE user_id = ? ORDER BY created_at_ms, id',
        userId,
      )
      return rows.map(readFactor)
    },
    add: (factor, { codeHashes, keptTokenHash }, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await sql.get('SELECT id FROM users WHERE id = ?', factor.userId)))
          throw notFound(message('The user'))
        await sql.run(
          `INSERT INTO second_factors (id, user_id, kind, name, secret, counter, created_at_ms, last_used_at_ms)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          factor.id,
          factor.userId,
          factor.kind,
          factor.name,
          factor.secret,
          factor.counter,
          factor.createdAtMs,
          factor.lastUsedAtMs,
        )
        if (codeHashes !== null) await replaceCodes(sql, factor.userId, codeHashes)
        await endSessions(sql, factor.userId, keptTokenHash)
      }),
    use: (id, { counter, atMs }) =>
      write(async (sql) => {
        const used = await sql.run(
          'UPDATE second_factors SET counter = ?, last_used_at_ms = ? WHERE id = ? AND counter < ?',
          counter,
          atMs,
          id,
          counter,
        )
        return used === 1
      }),
    remove: (userId, { id, keptTokenHash }, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const removed =
          id === null
            ? await sql.run('DELETE FROM second_factors WHERE user_id = ?', userId)
            : await sql.run('DELETE FROM second_factors WHERE user_id = ? AND id = ?', userId, id)
        if (id !== null && removed === 0) throw notFound(message('The second factor'))
        if (!(await sql.get('SELECT id FROM second_factors WHERE user_id = ? LIMIT 1', userId))) {
          await replaceCodes(sql, userId, [])
        }
        await endSessions(sql, userId, keptTokenHash)
      }),
    async countCodes(userId) {
      const row = await read.get('SELECT COUNT(*) AS count FROM recovery_codes WHERE user_id = ?', userId)
      return row === undefined ? 0 : integer(row, 'count')
    },
    setCodes: (userId, codeHashes, audit) =>
      withAuditedTransaction(engine, audit, (sql) => replaceCodes(sql, userId, codeHashes)),
    useCode: (userId, codeHash) =>
      write(async (sql) => {
        const used = 'DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?'
        return (await sql.run(used, userId, codeHash)) === 1
      }),
  }
}

async function replaceCodes(sql: Sql, userId: string, codeHashes: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM recovery_codes WHERE user_id = ?', userId)
  for (const codeHash of codeHashes) {
    await sql.run('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)', userId, codeHash)
  }
}

function readFactor(row: SqlRow): SecondFactor {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    kind: oneOf(row, 'kind', ['totp', 'passkey']),
    name: text(row, 'name'),
    secret: text(row, 'secret'),
    counter: integer(row, 'counter'),
    createdAtMs: integer(row, 'created_at_ms'),
    lastUsedAtMs: integerOrNull(row, 'last_used_at_ms'),
  }
}
