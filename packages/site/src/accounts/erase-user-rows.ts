import { deleteRemovedAlbums } from '../albums/removed-album-rows.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { parsedJson } from '../language/parsed-json.ts'
import type { User } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { type Sql, text } from '../rows/engine.ts'

const tablesOfUser = [
  'sessions',
  'second_factors',
  'recovery_codes',
  'factor_failures',
  'provider_accounts',
  'invitations',
]

/**
 * Erases an account except its images, albums and links. Their owner is from now on a row without a name.
 * @param named replaces the name
 * @throws {Failure} NOT_FOUND
 */
export async function eraseUser(
  sql: Sql,
  { id, name }: Pick<User, 'id' | 'name'>,
  named: string,
  atMs: number,
): Promise<void> {
  const erased = await sql.run(
    `UPDATE users SET name = ?, name_key = ?, display_name = '', password_hash = '', role = 'member', quota_bytes = NULL,
       last_seen_at_ms = NULL, disabled_at_ms = COALESCE(disabled_at_ms, ?), deleted_at_ms = ?
     WHERE id = ? AND deleted_at_ms IS NULL`,
    ...[named, nameKey(named), atMs, atMs, id],
  )
  if (erased === 0) throw notFound(message('The user'))
  for (const table of tablesOfUser) await sql.run(`DELETE FROM ${table} WHERE user_id = ?`, id)
  const ofKeys = 'key_id IN (SELECT id FROM api_keys WHERE user_id = ?)'
  for (const table of ['key_networks', 'idempotent_uploads'])
    await sql.run(`DELETE FROM ${table} WHERE ${ofKeys}`, id)
  await sql.run('DELETE FROM api_keys WHERE user_id = ?', id)
  await deleteRemovedAlbums(sql, id)
  await sql.run(
    `DELETE FROM reports WHERE image_id IN (SELECT id FROM images WHERE owner_id = ? AND deleted_at_ms IS NOT NULL)`,
    id,
  )
  const names = [name, ...(await formerNames(sql, id))]
  for (const one of names) await eraseName(sql, id, one, named)
  await sql.run("UPDATE audit_entries SET actor = ?, address = '' WHERE actor_user_id = ?", named, id)
  await sql.run(
    "UPDATE audit_entries SET before_json = 'null', after_json = 'null', address = '' WHERE subject = ? AND action LIKE 'user.%'",
    id,
  )
}

/** Replaces the name wherever it is stored as text. */
async function eraseName(sql: Sql, id: string, name: string, named: string): Promise<void> {
  await sql.run('UPDATE link_targets SET actor = ? WHERE actor = ?', named, name)
  await sql.run('UPDATE blocked_hashes SET blocked_by = ? WHERE blocked_by = ?', named, name)
  await sql.run(
    'UPDATE audit_entries SET before_json = REPLACE(before_json, ?, ?) WHERE before_json LIKE ?',
    ...[`"owner":${JSON.stringify(name)}`, `"owner":${JSON.stringify(named)}`, `%"ownerId":"${id}"%`],
  )
}

/** Earlier names of the user that no one else has now. */
async function formerNames(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql.all(
    "SELECT before_json FROM audit_entries WHERE subject = ? AND action = 'user.rename'",
    id,
  )
  const names = rows.flatMap((row) => nameIn(parsedJson(text(row, 'before_json'))) ?? [])
  const isFree = async (name: string) =>
    (await sql.get('SELECT id FROM users WHERE name_key = ?', nameKey(name))) === undefined
  const free: string[] = []
  for (const name of new Set(names)) if (await isFree(name)) free.push(name)
  return free
}

function nameIn(before: unknown): string | undefined {
  const isNamed = typeof before === 'object' && before !== null && 'name' in before
  return isNamed && typeof before.name === 'string' ? before.name : undefined
}
