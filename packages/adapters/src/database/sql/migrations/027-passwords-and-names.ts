import type { SqlDialect } from '../engine.ts'

/**
 * When a password was set; 0 is not known. Albums and keys are found by name for the audit log, and keys are counted by
 * their category.
 */
export function passwordsAndNames({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN password_set_at_ms ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX albums_by_name ON albums (name_key)',
    'CREATE INDEX api_keys_by_name ON api_keys (name)',
    `CREATE INDEX api_keys_by_category ON api_keys (default_category_id)
     WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL`,
  ]
}
