import type { SqlDialect } from '../engine.ts'

/** The columns and tables for collecting garbage while uploads run. */
export function collection({ integer, text, table }: SqlDialect): string[] {
  return [
    // A row without a size and without a claim is a removal that is still remembered.
    `ALTER TABLE blobs ADD COLUMN removals ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX images_by_address ON images (address)',
    `CREATE TABLE leases (
      name ${text} PRIMARY KEY, holder ${text} NOT NULL, until_ms ${integer} NOT NULL
    )${table}`,
  ]
}
