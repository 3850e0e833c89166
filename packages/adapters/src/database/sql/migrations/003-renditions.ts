import type { SqlDialect } from '../engine.ts'

/** Smaller stills of blobs, and the marks of those that can't be made, which have no address. */
export function renditions({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE renditions (
      source ${text} NOT NULL, size ${text} NOT NULL, format ${text} NOT NULL,
      address ${text} REFERENCES blobs (address), placeholder ${text}, created_at_ms ${integer} NOT NULL,
      PRIMARY KEY (source, size, format)
    )${keyedTable}`,
    'CREATE INDEX renditions_by_address ON renditions (address) WHERE address IS NOT NULL',
  ]
}
