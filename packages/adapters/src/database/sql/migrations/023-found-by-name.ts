/** Albums and keys are found by name for the audit log, and keys are counted by their category. */
export function foundByName(): string[] {
  return [
    'CREATE INDEX albums_by_name ON albums (name_key)',
    'CREATE INDEX api_keys_by_name ON api_keys (name)',
    `CREATE INDEX api_keys_by_category ON api_keys (default_category_id)
     WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL`,
  ]
}
