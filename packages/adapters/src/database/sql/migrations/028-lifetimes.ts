import type { SqlDialect } from '../engine.ts'

/** When an image ends, and for how long the images of a key stay. */
export function lifetimes({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN expires_at_ms ${integer}`,
    'CREATE INDEX images_by_end ON images (expires_at_ms, id) WHERE expires_at_ms IS NOT NULL',
    `ALTER TABLE api_keys ADD COLUMN image_lifetime_ms ${integer}`,
  ]
}
