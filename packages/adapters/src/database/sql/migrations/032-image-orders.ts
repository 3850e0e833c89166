import type { SqlDialect } from '../engine.ts'

/**
 * Images in the order of their titles, and of the sizes of their files, which are therefore copied to their rows. Only
 * lists in these orders ask for a condition that every row meets, so no other query uses these indexes.
 */
export function imageOrders({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN size_bytes ${integer} NOT NULL DEFAULT 0`,
    `UPDATE images SET size_bytes = COALESCE(
       (SELECT blobs.size_bytes FROM blobs WHERE blobs.address = images.address), 0)`,
    `CREATE INDEX images_by_title ON images (owner_id, substr(search_text, 1, 60), id)
     WHERE deleted_at_ms IS NULL AND search_text >= ''`,
    `CREATE INDEX images_by_size ON images (owner_id, size_bytes, id)
     WHERE deleted_at_ms IS NULL AND size_bytes >= 0`,
  ]
}
