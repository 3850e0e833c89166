import {
  type ApiKey,
  conflict,
  type KeyStore,
  type KeyUse,
  maxListed,
  message,
  notFound,
} from '@pictoglyph/core'
import { withAuditedTransaction } from './audit.ts'
import { inLockOrder } from './counters.ts'
import {
  flag,
  integer,
  integerOrNull,
  json,
  jsonList,
  oneOf,
  type Sql,
  type SqlEngine,
  type SqlRow,
  text,
  textOrNull,
} from './engine.ts'
import { readUser, userColumns } from './users.ts'

/** `KeyStore` over an engine. */
export function createKeyStore(engine: SqlEngine): KeyStore {
  const { read } = engine
  return {
    add: (key, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await sql.get('SELECT id FROM users WHERE id = ?', key.userId)))
          throw notFound(message('The user'))
        await requireRoom(sql, key.userId)
        if (!(await insertKey(sql, key))) throw conflict(message('This key exists already.'))
      }),
    async bySecretHash(secretHash) {
      const row = await read.get(
        `SELECT api_keys.*, ${userColumns} FROM api_keys JOIN users ON users.id = api_keys.user_id
         WHERE api_keys.secret_hash = ?`,
        secretHash,
      )
      return row && { key: readKey(row), user: readUser(row) }
    },
    async byId(id) {
      const row = await read.get('SELECT * FROM api_keys WHERE id = ?', id)
      return row && readKey(row)
    },
    async list(userId) {
      const rows = userId
        ? await read.all('SELECT * FROM api_keys WHERE user_id = ? ORDER BY created_at_ms, id', userId)
        : await read.all('SELECT * FROM api_keys ORDER BY created_at_ms, id')
      return rows.map(readKey)
    },
    revoke: (id, atMs, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const found = await sql.run(
          'UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ?',
          atMs,
          id,
        )
        if (found === 0) throw notFound(message('The key'))
      }),
    revokeAll: (userId, atMs, audit) =>
      withAuditedTransaction(engine, audit, (sql) =>
        sql.run(
          'UPDATE api_keys SET revoked_at_ms = ? WHERE user_id = ? AND revoked_at_ms IS NULL',
          atMs,
          userId,
        ),
      ),
    async touch(uses) {
      if (uses.size === 0) return
      await engine.write(async (sql) => {
        for (const [id, use] of inLockOrder(uses)) await noteUse(sql, id, use)
      })
    },
  }
}

/** How many networks of one key are remembered, the last used ones. */
const maxNetworks = 200

async function noteUse(sql: Sql, id: string, { atMs, address, networks }: KeyUse): Promise<void> {
  const found = await sql.run(
    `UPDATE api_keys SET last_used_at_ms = ?, last_used_address = ?
     WHERE id = ? AND COALESCE(last_used_at_ms, 0) < ?`,
    atMs,
    address,
    id,
    atMs,
  )
  const isKnown = found === 1 || (await sql.get('SELECT id FROM api_keys WHERE id = ?', id)) !== undefined
  if (!isKnown) return
  const before = await sql.all('SELECT network FROM key_networks WHERE key_id = ?', id)
  const known = new Set(before.map((row) => text(row, 'network')))
  for (const [network, from] of networks) {
    await sql.run(
      `INSERT INTO key_networks (key_id, network, used_at_ms) VALUES (?, ?, ?)
       ON CONFLICT (key_id, network) DO UPDATE SET used_at_ms = excluded.used_at_ms`,
      id,
      network,
      atMs,
    )
    if (!known.has(network) && known.size > 0) {
      const marked = 'UPDATE api_keys SET new_network_address = ?, new_network_at_ms = ? WHERE id = ?'
      await sql.run(marked, from, atMs, id)
    }
    known.add(network)
  }
  if (known.size <= maxNetworks) return
  await sql.run(
    `DELETE FROM key_networks WHERE key_id = ? AND network NOT IN (
       SELECT network FROM key_networks WHERE key_id = ? ORDER BY used_at_ms DESC, network LIMIT ?)`,
    id,
    id,
    maxNetworks,
  )
}

/** Removes the oldest revoked keys of a user, so that the list stays short. @throws {Failure} CONFLICT */
async function requireRoom(sql: Sql, userId: string): Promise<void> {
  const max = maxListed.keys
  const last = await sql.get(
    'SELECT id FROM api_keys WHERE user_id = ? AND revoked_at_ms IS NULL LIMIT 1 OFFSET ?',
    userId,
    max - 1,
  )
  if (last) throw conflict(message('An account has at most {max} keys that work. Revoke one first.', { max }))
  await sql.run(
    `DELETE FROM api_keys WHERE id IN (
       SELECT id FROM api_keys WHERE user_id = ? AND revoked_at_ms IS NOT NULL
       ORDER BY revoked_at_ms DESC, id LIMIT 1000 OFFSET ?)`,
    userId,
    maxListed.revokedKeys,
  )
}

/** False if the id or the secret is taken. */
export async function insertKey(sql: Sql, key: ApiKey): Promise<boolean> {
  const added = await sql.run(
    `INSERT INTO api_keys (id, user_id, name, secret_hash, permissions, created_at_ms, expires_at_ms,
       revoked_at_ms, last_used_at_ms, default_category_id, client_kind, binding,
       uploads_per_minute, image_lifetime_ms, last_used_address, new_network_address, new_network_at_ms,
       max_uploads, uploads, quiet)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    key.id,
    key.userId,
    key.name,
    key.secretHash,
    JSON.stringify(key.permissions),
    key.createdAtMs,
    key.expiresAtMs,
    key.revokedAtMs,
    key.lastUsedAtMs,
    key.defaultCategoryId,
    key.clientKind,
    JSON.stringify(key.binding),
    key.uploadsPerMinute,
    key.imageLifetimeMs,
    key.lastUsedAddress,
    key.newNetwork?.address ?? null,
    key.newNetwork?.atMs ?? null,
    key.maxUploads,
    key.uploads,
    key.isQuiet ? 1 : 0,
  )
  return added === 1
}

function readKey(row: SqlRow): ApiKey {
  const newNetworkAddress = textOrNull(row, 'new_network_address')
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    name: text(row, 'name'),
    secretHash: text(row, 'secret_hash'),
    permissions: jsonList(row, 'permissions'),
    createdAtMs: integer(row, 'created_at_ms'),
    expiresAtMs: integerOrNull(row, 'expires_at_ms'),
    revokedAtMs: integerOrNull(row, 'revoked_at_ms'),
    lastUsedAtMs: integerOrNull(row, 'last_used_at_ms'),
    lastUsedAddress: textOrNull(row, 'last_used_address'),
    newNetwork:
      newNetworkAddress === null
        ? null
        : { address: newNetworkAddress, atMs: integer(row, 'new_network_at_ms') },
    uploadsPerMinute: integerOrNull(row, 'uploads_per_minute'),
    imageLifetimeMs: integerOrNull(row, 'image_lifetime_ms'),
    maxUploads: integerOrNull(row, 'max_uploads'),
    uploads: integer(row, 'uploads'),
    isQuiet: flag(row, 'quiet'),
    defaultCategoryId: textOrNull(row, 'default_category_id'),
    clientKind: oneOf(row, 'client_kind', ['standard', 'lsky']),
    binding: json(row, 'binding'),
  }
}
