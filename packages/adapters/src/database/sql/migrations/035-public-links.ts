import type { SqlDialect } from '../engine.ts'

/**
 * What owners switch off and on: links that were ended, whose rows stay so that no one else can take their names, and
 * albums that have an address of a random image, which is drawn by the ids of their images.
 */
export function publicLinks({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE links ADD COLUMN ended_at_ms ${integer}`,
    `ALTER TABLE albums ADD COLUMN random_link ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX album_images_by_image ON album_images (album_id, image_id)',
  ]
}
