import type { SqlDialect } from '../sql/engine.ts'
import { sqliteSearchIndex } from './search-index.ts'

/** SQLite has one writer, so there is nothing to lock, and a counter needs only one row. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  integer: 'INTEGER',
  text: 'TEXT',
  countingKey: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  table: ' STRICT',
  keyedTable: ' STRICT, WITHOUT ROWID',
  forKeyShare: '',
  forShare: '',
  forUpdate: '',
  forUpdateOfFree: '',
  tableNamed: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?",
  position: 'instr',
  counterShards: 1,
  indexesLongText: true,
  search: sqliteSearchIndex,
}
