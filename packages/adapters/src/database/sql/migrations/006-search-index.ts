import type { SqlDialect } from '../engine.ts'

/**
 * A separate index for searches, which a server fills. On SQLite three other indexes therefore no longer hold the text,
 * which may be long.
 */
export function searchIndex({ indexesLongText, search }: SqlDialect): string[] {
  const withoutText = [
    'DROP INDEX images_by_owner',
    'DROP INDEX images_by_category',
    'DROP INDEX images_by_time',
    `CREATE INDEX images_by_owner ON images (owner_id, created_at_ms, id, category_id)
     WHERE deleted_at_ms IS NULL`,
    'CREATE INDEX images_by_category ON images (category_id, created_at_ms, id) WHERE deleted_at_ms IS NULL',
    'CREATE INDEX images_by_time ON images (created_at_ms, id) WHERE deleted_at_ms IS NULL',
  ]
  return [...(indexesLongText ? withoutText : []), ...search.statements]
}
