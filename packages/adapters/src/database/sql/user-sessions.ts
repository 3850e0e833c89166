import type { Sql } from './engine.ts'

/** Ends all sessions of a user but the one named. */
export async function endSessions(sql: Sql, userId: string, exceptTokenHash: string | null): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?', userId, exceptTokenHash ?? '')
}
