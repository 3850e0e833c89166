import type { SqlDialect } from '../engine.ts'

/** Names that lead to images, and what they have led to. Images may go before the links to them. */
export function links({ integer, text, table, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE links (
      name ${text} PRIMARY KEY, owner_id ${text} NOT NULL REFERENCES users (id), image_id ${text} NOT NULL,
      number ${integer} NOT NULL, changed_at_ms ${integer} NOT NULL
    )${table}`,
    'CREATE INDEX links_by_owner ON links (owner_id, name)',
    `CREATE TABLE link_targets (
      name ${text} NOT NULL REFERENCES links (name), number ${integer} NOT NULL, image_id ${text} NOT NULL,
      at_ms ${integer} NOT NULL, actor ${text} NOT NULL, PRIMARY KEY (name, number)
    )${keyedTable}`,
  ]
}
