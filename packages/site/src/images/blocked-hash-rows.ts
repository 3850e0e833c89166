import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { Failure, notFound } from '../language/failure.ts'
import type { Page } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { isOneOf } from '../rows/clauses.ts'
import { column, type RowOf, readRow } from '../rows/columns.ts'
import { pageOf, readCursor } from '../rows/cursor.ts'
import { type Sql, type SqlDialect, type SqlReader, type SqlRow, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'

const columns = {
  /** SHA-256 of the bytes as received or as stored, lower-case hex. */
  sha256: column.text('sha256'),
  /** The reason, for the uploader. */
  reason: column.text('reason'),
  /** For operators only. */
  note: column.text('note'),
  blockedAtMs: column.integer('blocked_at_ms'),
  /** The operator's name. */
  blockedBy: column.text('blocked_by'),
}

/** A hash of bytes that no one may upload. */
export type BlockedHash = RowOf<typeof columns>

const readBlockedHash = (row: SqlRow) => readRow(columns, row)

/** The hashes of blocked bytes. */
export const blockedHashStore = {
  walks: ({ read }) => ({
    /** @throws {Failure} INVALID_IMAGE with the reason if one of the hashes is blocked */
    requireNone: (hashes: readonly string[]) => requireNotBlocked(read, hashes),
    async find(sha256: string) {
      const row = await read.get('SELECT * FROM blocked_hashes WHERE sha256 = ?', sha256)
      return row && readBlockedHash(row)
    },
    /** A page of blocked hashes, newest first. */
    async list({ limit, after }: { limit: number; after?: string }): Promise<Page<BlockedHash>> {
      const cursor = after === undefined ? undefined : readCursor(after)
      const rows = await read.all(
        `SELECT * FROM blocked_hashes ${cursor ? 'WHERE (blocked_at_ms, sha256) < (?, ?)' : ''}
         ORDER BY blocked_at_ms DESC, sha256 DESC LIMIT ?`,
        ...(cursor ? [cursor.atMs, cursor.id] : []),
        limit + 1,
      )
      return pageOf(rows.map(readBlockedHash), limit, ({ blockedAtMs, sha256 }) => ({
        atMs: blockedAtMs,
        id: sha256,
      }))
    },
  }),
  changes: (engine) => ({
    /** Blocks a hash, or changes the reason and note of a blocked one. */
    block: (entry: BlockedHash, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) =>
        blockHashes(sql, engine.dialect, { ...entry, hashes: [entry.sha256] }),
      ),
    /** @throws {Failure} NOT_FOUND if the hash is not blocked */
    unblock: (sha256: string, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if ((await unblockHashes(sql, engine.dialect, [sha256])) === 0) throw hashNotBlocked(sha256)
      }),
  }),
} satisfies StoreDefinition

/** The failure for a hash that is not blocked. */
export const hashNotBlocked = (hash: string): Failure =>
  notFound(message('The blocked hash "{hash}"', { hash }))

/** @throws {Failure} INVALID_IMAGE with the reason if one of the hashes is blocked */
export async function requireNotBlocked(sql: SqlReader, hashes: readonly string[]): Promise<void> {
  const row = await sql.get(
    `SELECT reason FROM blocked_hashes WHERE sha256 IN (${hashes.map(() => '?').join(', ')}) LIMIT 1`,
    ...hashes,
  )
  if (row === undefined) return
  const reason = message('an operator has taken it down: {reason}', { reason: text(row, 'reason') })
  throw new Failure({ code: 'INVALID_IMAGE', reason })
}

/** Blocks hashes. Locks the rows of their bytes first: an upload is either seen here, or sees the block. */
export async function blockHashes(
  sql: Sql,
  dialect: SqlDialect,
  {
    hashes,
    reason,
    note,
    blockedAtMs,
    blockedBy,
  }: Omit<BlockedHash, 'sha256'> & { hashes: readonly string[] },
): Promise<void> {
  const { text: areListed, parameter } = isOneOf(dialect, hashes)
  await sql.all(
    `SELECT address FROM blobs WHERE address ${areListed} ORDER BY address${dialect.forUpdate}`,
    parameter,
  )
  await sql.run(
    `INSERT INTO blocked_hashes (sha256, reason, note, blocked_at_ms, blocked_by)
     SELECT given.value ->> 0, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT)
     FROM ${dialect.given} WHERE TRUE ORDER BY 1
     ON CONFLICT (sha256) DO UPDATE SET reason = excluded.reason, note = excluded.note`,
    ...[reason, note, blockedAtMs, blockedBy],
    parameter,
  )
}

/** @returns how many of the hashes were blocked */
export function unblockHashes(sql: Sql, dialect: SqlDialect, hashes: readonly string[]): Promise<number> {
  const { text: areListed, parameter } = isOneOf(dialect, hashes)
  return sql.run(`DELETE FROM blocked_hashes WHERE sha256 ${areListed}`, parameter)
}
