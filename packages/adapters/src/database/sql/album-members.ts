import { type CounterChanges, counterScope } from './counters.ts'
import type { Sql } from './engine.ts'
import { text } from './rows.ts'

/** An image as a member of albums. */
export interface Member {
  id: string
  createdAtMs: number
  sizeBytes: number
}

/** Puts a live image into an album that has it or has not. The caller has checked whose both are. */
export async function addMember(
  sql: Sql,
  { albumId, image, atMs }: { albumId: string; image: Member; atMs: number },
  counters: CounterChanges,
): Promise<void> {
  const added = await sql.run(
    `INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    albumId,
    image.id,
    image.createdAtMs,
    atMs,
  )
  if (added === 1) counters.add(counterScope.album(albumId), 1, image.sizeBytes)
}

export async function albumsOf(sql: Sql, imageId: string): Promise<string[]> {
  const rows = await sql.all('SELECT album_id FROM album_images WHERE image_id = ?', imageId)
  return rows.map((row) => text(row, 'album_id'))
}
