/* A process that reads, with a door: asked for `endless`, it begins a query that returns no row and never ends. */
import { Database } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'

const path = process.argv[2] ?? ''

process.on('message', ({ method }: { method: string }) => {
  if (method !== 'endless') return
  writeFileSync(`${path}-reader`, String(process.pid))
  using database = new Database(path, { readonly: true })
  database
    .query(
      'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers WHERE n < 0',
    )
    .all()
})

await import('../../../src/database/readers/reader.ts')
