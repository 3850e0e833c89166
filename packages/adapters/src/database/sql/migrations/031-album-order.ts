import type { SqlDialect } from '../engine.ts'

/**
 * The description, cover and order of an album. Images of a higher rank come first; images that were never moved have
 * 0, so that new ones come first. A cover may be an image that is gone: no row refers to it.
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
