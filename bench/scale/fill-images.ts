import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import type { SqlEngine } from '@pictoglyph/site/rows/engine'

const rowsPerStep = 50_000

/** Adds rows of so many images to a site that has an owner, with all that belongs to them but their bytes. */
export async function fillImages(databaseUrl: string, count: number): Promise<void> {
  const engine = await openSqlEngine(databaseUrl)
  try {
    for (let made = 0; made < count; made += rowsPerStep)
      await addRows(engine, Math.min(rowsPerStep, count - made))
    await engine.write((sql) => sql.run('ANALYZE'), { unhurried: true })
  } finally {
    await engine.close()
  }
}

async function addRows({ dialect, write }: SqlEngine, count: number): Promise<void> {
  const address =
    dialect.name === 'sqlite' ? 'lower(hex(randomblob(32)))' : "encode(sha256(random()::text::bytea), 'hex')"
  await write(
    async (sql) => {
      await sql.run(
        `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
         SELECT ${address}, 200000, 'image/jpeg', 900, 600, 1, 1600000000000 + n * 1000, -1 FROM numbers`,
      )
      await sql.run(
        `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms,
           received_sha256, removed, address, size_bytes)
         SELECT substr(address, 1, 14), (SELECT id FROM users LIMIT 1), (SELECT id FROM categories LIMIT 1),
           'A photograph', '', 'a photograph', created_at_ms, address, '[]', address, size_bytes FROM blobs WHERE images = -1`,
      )
      for (const scope of ["'site'", "'owner:' || (SELECT id FROM users LIMIT 1)"]) {
        await sql.run(
          `INSERT INTO image_claims (received_sha256, scope, image_id)
           SELECT address, ${scope}, substr(address, 1, 14) FROM blobs WHERE images = -1`,
        )
      }
      await sql.run('UPDATE blobs SET images = 1 WHERE images = -1')
    },
    { unhurried: true },
  )
}
