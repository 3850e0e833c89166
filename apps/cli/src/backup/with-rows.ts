import type { SiteDatabase } from '@pictoglyph/site/database'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'

/** Works on the rows in a backup's file. It always closes the database, which leaves a single file. */
export async function withRows<T>(path: string, work: (database: SiteDatabase) => Promise<T>): Promise<T> {
  const database = await createSqliteDatabase({ path, isShared: false })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
