import type { AccessEntry, AccessStore } from '@pictoglyph/core'
import { administerSnapshot } from './administration.ts'
import type { SqlEngine, SqlRow } from './engine.ts'
import { notFound } from './failures.ts'
import { integer, integerOrNull, oneOf, text } from './rows.ts'

export function createAccessStore(engine: SqlEngine): AccessStore {
  return {
    async list() {
      const rows = await engine.read.all('SELECT * FROM access_entries ORDER BY created_at_ms, network, list')
      return rows.map(readAccessEntry)
    },
    put: (entries, audit) =>
      administerSnapshot(engine, audit, async (sql) => {
        for (const entry of entries) {
          await sql.run(
            `INSERT INTO access_entries (network, list, note, created_at_ms, expires_at_ms)
             VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (network, list) DO UPDATE
             SET note = excluded.note, expires_at_ms = excluded.expires_at_ms`,
            entry.network,
            entry.list,
            entry.note,
            entry.createdAtMs,
            entry.expiresAtMs,
          )
        }
      }),
    remove: (network, list, audit) =>
      administerSnapshot(engine, audit, async (sql) => {
        const removed = list
          ? await sql.run('DELETE FROM access_entries WHERE network = ? AND list = ?', network, list)
          : await sql.run('DELETE FROM access_entries WHERE network = ?', network)
        if (removed === 0) throw notFound(`The network ${network}`)
      }),
  }
}

function readAccessEntry(row: SqlRow): AccessEntry {
  return {
    network: text(row, 'network'),
    list: oneOf(row, 'list', ['block', 'allow']),
    note: text(row, 'note'),
    createdAtMs: integer(row, 'created_at_ms'),
    expiresAtMs: integerOrNull(row, 'expires_at_ms'),
  }
}
