/** Counts the bytes of each owner's titles and descriptions, four times, as in `textBytesOf` of core. */
export function textBytes(): string[] {
  return [
    `INSERT INTO image_counters (scope, shard, images, bytes)
     SELECT 'text:' || owner_id, 0, COUNT(*), CAST(SUM(4 * (OCTET_LENGTH(title) + OCTET_LENGTH(description))) AS BIGINT)
     FROM images WHERE title <> '' OR description <> '' GROUP BY owner_id`,
  ]
}
