import { maxListed } from '../language/list-limits.ts'
import { counterScope } from '../rows/counters.ts'
import { type Sql, type SqlEngine, text } from '../rows/engine.ts'

/** Batch size for removing images from a removed album: small, so that uploads wait only briefly. */
const imagesAtOnce = 500

/** SQL condition on `albums`: not removed. Removed albums keep their images, and only their owner can restore them. */
export const isPresent = 'albums.removed_at_ms IS NULL'

/** SQL value: the album with the id that follows, unless it was removed. */
export const presentAlbum = `(SELECT albums.id FROM albums WHERE albums.id = ? AND ${isPresent})`

/** The removal time of albums that can't be restored any more. */
const forGood = 0

/**
 * Marks an album and its public addresses as removed and frees its name. Its owner keeps only the last removed albums.
 * @returns whether it was there
 */
export async function takeAway(sql: Sql, id: string, atMs: number): Promise<boolean> {
  const row = await sql.get(
    // Names that people give never begin with a space.
    `UPDATE albums SET removed_at_ms = ?, name_key = ' ' || id, public_token = NULL, random_link = 0
     WHERE id = ? AND ${isPresent} RETURNING owner_id`,
    Math.max(atMs, forGood + 1),
    id,
  )
  if (row === undefined) return false
  const ownerId = text(row, 'owner_id')
  await sql.run(
    `UPDATE albums SET removed_at_ms = ${forGood} WHERE owner_id = ? AND removed_at_ms > ${forGood} AND id NOT IN (
       SELECT id FROM albums AS last WHERE owner_id = ? AND removed_at_ms > ${forGood}
       ORDER BY removed_at_ms DESC, id DESC LIMIT ?)`,
    ownerId,
    ownerId,
    maxListed.removedAlbums,
  )
  return true
}

/** Makes the owner's removed albums impossible to restore, and erases their texts. */
export async function deleteRemovedAlbums(sql: Sql, ownerId: string): Promise<void> {
  await sql.run(
    `UPDATE albums SET removed_at_ms = ${forGood}, name = '', description = ''
     WHERE owner_id = ? AND removed_at_ms IS NOT NULL`,
    ownerId,
  )
}

/** Implements `albums.collect`. */
export async function collectAlbums({ read, write }: SqlEngine, removedBeforeMs: number): Promise<number> {
  let collected = 0
  for (;;) {
    const row = await read.get(
      'SELECT id FROM albums WHERE removed_at_ms < ? ORDER BY removed_at_ms, id LIMIT 1',
      removedBeforeMs,
    )
    if (row === undefined) return collected
    const id = text(row, 'id')
    collected += await write(async (sql) => {
      // From the first batch on it can't be restored.
      const claimed = await sql.run(
        `UPDATE albums SET removed_at_ms = ${forGood} WHERE id = ? AND removed_at_ms < ?`,
        id,
        removedBeforeMs,
      )
      if (claimed === 0) return 0
      const left = await sql.run(
        `DELETE FROM album_images WHERE album_id = ? AND image_id IN (
           SELECT image_id FROM album_images WHERE album_id = ? ORDER BY image_id LIMIT ?)`,
        id,
        id,
        imagesAtOnce,
      )
      if (left === imagesAtOnce) return 0
      await sql.run('DELETE FROM image_counters WHERE scope = ?', counterScope.album(id))
      return sql.run('DELETE FROM albums WHERE id = ?', id)
    })
  }
}
