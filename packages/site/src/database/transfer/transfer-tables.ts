import {
  integerOrNull,
  type SqlEngine,
  type SqlReader,
  type SqlRow,
  type SqlValue,
  text,
  textOrNull,
} from '../../rows/engine.ts'

/** A table of the site's rows, and the key that orders them. */
export interface TransferTable {
  name: string
  key: readonly string[]
}

/** Tables in dependency order: each follows those that it refers to. Tables about the database itself are left out. */
export const transferTables: readonly TransferTable[] = [
  { name: 'users', key: ['id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'sessions', key: ['token_hash'] },
  { name: 'second_factors', key: ['id'] },
  { name: 'recovery_codes', key: ['user_id', 'code_hash'] },
  { name: 'factor_failures', key: ['user_id'] },
  { name: 'used_challenges', key: ['challenge'] },
  { name: 'invitations', key: ['id'] },
  { name: 'provider_accounts', key: ['issuer', 'subject'] },
  { name: 'key_networks', key: ['key_id', 'network'] },
  { name: 'categories', key: ['id'] },
  { name: 'albums', key: ['id'] },
  { name: 'blobs', key: ['address'] },
  { name: 'images', key: ['id'] },
  { name: 'blocked_hashes', key: ['sha256'] },
  { name: 'reports', key: ['id'] },
  { name: 'renditions', key: ['source', 'size', 'format'] },
  { name: 'image_claims', key: ['received_sha256', 'scope'] },
  { name: 'album_images', key: ['image_id', 'album_id'] },
  { name: 'links', key: ['name'] },
  { name: 'link_targets', key: ['name', 'number'] },
  { name: 'idempotent_uploads', key: ['key_id', 'token'] },
  { name: 'image_counters', key: ['scope', 'shard'] },
  { name: 'settings', key: ['key'] },
  { name: 'site_facts', key: ['name'] },
  { name: 'access_entries', key: ['network', 'list'] },
  { name: 'charsets', key: ['id'] },
  { name: 'presets', key: ['id'] },
  { name: 'audit_entries', key: ['id'] },
  { name: 'text_request_days', key: ['day'] },
]

/** A column by name, and how to read its values. */
interface TransferColumn {
  name: string
  read: (row: SqlRow, column: string) => SqlValue
}

/** The columns of a table, sorted by name, so that both ends of a transfer agree on their order. */
export async function columnsOf({ read, dialect }: SqlEngine, table: string): Promise<TransferColumn[]> {
  const rows = await read.all(
    dialect.name === 'sqlite'
      ? 'SELECT name, type FROM pragma_table_info(?) ORDER BY name'
      : `SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns
         WHERE table_name = ? AND table_schema = current_schema() ORDER BY column_name::text COLLATE "C"`,
    table,
  )
  // Each database builds its own search index.
  const moved = rows.filter((row) => text(row, 'name') !== dialect.search.column)
  return moved.map((row) => ({
    name: text(row, 'name'),
    read: text(row, 'type').toLowerCase() === 'text' ? textOrNull : integerOrNull,
  }))
}

/** The number of rows of a table. */
export async function countRows(sql: SqlReader, table: string): Promise<number> {
  const row = await sql.get(`SELECT COUNT(*) AS count FROM ${table}`)
  return row ? (integerOrNull(row, 'count') ?? 0) : 0
}
