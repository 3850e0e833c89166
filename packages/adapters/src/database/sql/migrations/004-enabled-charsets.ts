import type { SqlDialect } from '../engine.ts'

/**
 * Four symbols belong to one character set of those that are enabled, no longer to one of all. SQLite drops a
 * column's constraint only with its table, so the table is made again.
 */
export function enabledCharsets({ integer, text, table }: SqlDialect): string[] {
  const columns = 'id, name, symbols, symbols_key, enabled, is_default, position'
  return [
    `CREATE TABLE charsets_anew (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, symbols ${text} NOT NULL,
      symbols_key ${text} NOT NULL, enabled ${integer} NOT NULL, is_default ${integer} NOT NULL,
      position ${integer} NOT NULL
    )${table}`,
    `INSERT INTO charsets_anew (${columns}) SELECT ${columns} FROM charsets`,
    'DROP TABLE charsets',
    'ALTER TABLE charsets_anew RENAME TO charsets',
    'CREATE UNIQUE INDEX charsets_default ON charsets (is_default) WHERE is_default = 1',
    'CREATE UNIQUE INDEX charsets_enabled_symbols ON charsets (symbols_key) WHERE enabled = 1',
  ]
}
