import { rm } from 'node:fs/promises'
import { openSqlEngine } from '@pictoglyph/adapters/database/open-engine'
import { transferRows } from '@pictoglyph/adapters/database/sql/transfer/transfer-rows'
import { backupSqlite } from '@pictoglyph/adapters/database/sqlite/backup'
import type { Configuration } from '../configuration.ts'
import { pathOf } from '../url-path.ts'

/**
 * Writes all rows as they are at one moment to a new SQLite file, whichever database the site runs on, while
 * others go on changing them.
 */
export async function snapshotRows({ databaseUrl }: Configuration, target: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) return backupSqlite(pathOf(databaseUrl), target)
  const from = await openSqlEngine(databaseUrl)
  try {
    await from.write(
      async (sql) => {
        await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        await rm(target, { force: true })
        const to = await openSqlEngine(`sqlite:${target}`, { isShared: false })
        try {
          await transferRows({ from: { ...from, read: sql }, to })
        } finally {
          await to.close()
        }
      },
      { unhurried: true },
    )
  } finally {
    await from.close()
  }
}
