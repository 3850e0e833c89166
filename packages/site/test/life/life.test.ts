import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { chapters } from './chapters.ts'
import { testChapter } from './life.ts'

for (const chapter of chapters) {
  testChapter('SQLite', chapter, async ({ path, clock }) => ({
    database: await createSqliteDatabase({ path, clock }),
    url: `sqlite:${path}`,
  }))
}
