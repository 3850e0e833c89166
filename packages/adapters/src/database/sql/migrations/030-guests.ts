import type { SqlDialect } from '../engine.ts'

/** How many uploads a key may make and has made, whether it is a guest's, and which key sent an image. */
export function guests({ integer, text }: SqlDialect): string[] {
  return [
    `ALTER TABLE api_keys ADD COLUMN max_uploads ${integer}`,
    `ALTER TABLE api_keys ADD COLUMN uploads ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE api_keys ADD COLUMN quiet ${integer} NOT NULL DEFAULT 0`,
    // Keys are forgotten sooner than their images.
    `ALTER TABLE images ADD COLUMN key_id ${text}`,
    `CREATE INDEX images_by_key ON images (key_id, created_at_ms, id)
     WHERE key_id IS NOT NULL AND deleted_at_ms IS NULL`,
  ]
}
