import { hasUsers } from '../../accounts/user-rows.ts'
import { lockAdministration } from '../../audit/audit-rows.ts'
import { conflict } from '../../language/failure.ts'
import { message } from '../../language/message.ts'
import { insertion } from '../../rows/clauses.ts'
import { type ReadingEngine, type Sql, type SqlEngine, type SqlReader, text } from '../../rows/engine.ts'

/** The name of the fact that marks a database as incomplete. Its value identifies the transfer. */
export const transferFact = 'transfer under way'

/**
 * Locks a database for a transfer in many transactions. Until the lock ends, the database can't be opened or seeded as
 * a site.
 * @param source identifies the transfer
 * @returns false if an earlier run of the same transfer locked it, and may have written rows
 * @throws {Failure} CONFLICT if it is a complete site, or holds part of another transfer
 */
export function lockTarget(to: SqlEngine, source: string): Promise<boolean> {
  return to.write(async (sql) => {
    await lockAdministration(sql)
    const holder = await lockHolder(sql)
    if (holder === source) return false
    if (holder !== undefined) {
      throw conflict(
        message(
          'The target holds part of another transfer, which is not finished: {claimed}. Complete that one, or take an empty database.',
          { claimed: holder },
        ),
      )
    }
    if (await hasUsers(sql)) {
      throw conflict(message('The target is a site of its own: it has users. Take an empty database.'))
    }
    await sql.run(...insertion('site_facts', { name: transferFact, value: source }))
    return true
  })
}

/** Ends the lock when the rows are complete, or none were written. */
export async function endTransferLock(sql: Sql): Promise<void> {
  await sql.run('DELETE FROM site_facts WHERE name = ?', transferFact)
}

/** @throws {Failure} CONFLICT if the database holds only part of a site, or is about to */
export async function requireNoTransfer({ read }: Pick<ReadingEngine, 'read'>): Promise<void> {
  const source = await lockHolder(read)
  if (source === undefined) return
  throw conflict(
    message(
      'The database is not a whole site: restoring or moving one to it has not been finished ({source}). Run the same command again, which completes it.',
      { source },
    ),
  )
}

async function lockHolder(sql: SqlReader): Promise<string | undefined> {
  const row = await sql.get('SELECT value FROM site_facts WHERE name = ?', transferFact)
  return row && text(row, 'value')
}
