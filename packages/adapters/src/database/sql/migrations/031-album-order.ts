import type { SqlDialect } from '../engine.ts'

/**
 * What an album's page says and shows. Images of a higher rank come first; those that no one has moved have 0, so that new
 * ones come before those that were. A cover may be of an image that is gone: no row points to it.
 */
export function albumOrder({ integer, text }: SqlDialect): string[] {
  return [
    `ALTER TABLE albums ADD COLUMN description ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE albums ADD COLUMN cover_image_id ${text}`,
    `ALTER TABLE albums ADD COLUMN arranged ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE album_images ADD COLUMN rank ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX album_images_by_rank ON album_images (album_id, rank, created_at_ms, image_id)',
  ]
}
