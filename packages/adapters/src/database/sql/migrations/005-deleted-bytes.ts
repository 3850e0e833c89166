/** Counts the bytes that each owner has deleted, and finds them from the oldest on. */
export function deletedBytes(): string[] {
  return [
    `CREATE INDEX deleted_images_of_owner ON images (owner_id, deleted_at_ms, id)
     WHERE deleted_at_ms IS NOT NULL`,
    `INSERT INTO image_counters (scope, shard, images, bytes)
     SELECT 'deleted:' || images.owner_id, 0, COUNT(*), COALESCE(SUM(blobs.size_bytes), 0)
     FROM images JOIN blobs ON blobs.address = images.address
     WHERE images.deleted_at_ms IS NOT NULL GROUP BY images.owner_id`,
  ]
}
