import { mediaTypes } from '@pictoglyph/media/media-type'
import { readUser, selectedUser } from '../accounts/user-columns.ts'
import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { conflict, notFound } from '../language/failure.ts'
import { maxListed } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import { parsedJson } from '../language/parsed-json.ts'
import type { ApiKey, AuditDraft, KeyBinding, Permission, User } from '../language/records.ts'
import { isCidr } from '../network/cidr.ts'
import { assignmentsOf, insertion } from '../rows/clauses.ts'
import { type ColumnsOf, column, pickColumns, readRow, writtenColumns } from '../rows/columns.ts'
import { inLockOrder } from '../rows/counters.ts'
import { integer, type Sql, type SqlRow, text, textOrNull } from '../rows/engine.ts'
import { keepRows } from '../rows/kept-rows.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'
import { type ChangeableKey, isWider } from './restrictions.ts'

/** The columns but two with JSON: either may make the whole key unreadable. */
const columns: ColumnsOf<Omit<ApiKey, 'permissions' | 'binding' | 'isUnreadable'>> = {
  id: column.text('id'),
  userId: column.text('user_id'),
  name: column.text('name'),
  secretHash: column.text('secret_hash'),
  createdAtMs: column.integer('created_at_ms'),
  expiresAtMs: column.integerOrNull('expires_at_ms'),
  revokedAtMs: column.integerOrNull('revoked_at_ms'),
  lastUsedAtMs: column.integerOrNull('last_used_at_ms'),
  lastUsedAddress: column.textOrNull('last_used_address'),
  newNetwork: {
    names: ['new_network_address', 'new_network_at_ms'],
    read(row) {
      const address = textOrNull(row, 'new_network_address')
      return address === null ? null : { address, atMs: integer(row, 'new_network_at_ms') }
    },
    write: (network) => ({
      new_network_address: network?.address ?? null,
      new_network_at_ms: network?.atMs ?? null,
    }),
  },
  uploadsPerMinute: column.integerOrNull('uploads_per_minute'),
  imageLifetimeMs: column.integerOrNull('image_lifetime_ms'),
  maxUploads: column.integerOrNull('max_uploads'),
  uploads: column.integer('uploads'),
  isGuestLink: column.flag('quiet'),
  isNameShown: column.flag('name_shown'),
  defaultCategoryId: column.textOrNull('default_category_id'),
  clientKind: column.oneOf('client_kind', ['standard', 'lsky']),
}

const changeable = pickColumns(
  columns,
  'name',
  'expiresAtMs',
  'uploadsPerMinute',
  'maxUploads',
  'imageLifetimeMs',
)

/** A key with its user. */
export interface KeyHolder {
  key: ApiKey
  user: User
}

/** The last use of a key, and every network since the last write, with an address in each. */
export interface KeyUse {
  atMs: number
  address: string
  networks: ReadonlyMap<string, string>
}

/** API keys. */
export type KeyStore = Store<typeof keyStore>

/** Defines {@link KeyStore}. */
export const keyStore = {
  walks: (engine) => ({
    /** Called for each request with a key. */
    bySecretHash: keepRows(engine, async (secretHash): Promise<KeyHolder | undefined> => {
      const row = await engine.read.get(
        `SELECT api_keys.*, ${selectedUser} FROM api_keys JOIN users ON users.id = api_keys.user_id
         WHERE api_keys.secret_hash = ?`,
        secretHash,
      )
      return row && { key: readKey(row), user: readUser(row) }
    }),
    async byId(id: string) {
      const row = await engine.read.get('SELECT * FROM api_keys WHERE id = ?', id)
      return row && readKey(row)
    },
  }),
  reads: ({ read }) => ({
    async list(userId?: string) {
      const rows = userId
        ? await read.all('SELECT * FROM api_keys WHERE user_id = ? ORDER BY created_at_ms, id', userId)
        : await read.all('SELECT * FROM api_keys ORDER BY created_at_ms, id')
      return rows.map(readKey)
    },
  }),
  changes: (engine) => ({
    /**
     * Adds a key. Also deletes the user's oldest revoked keys beyond those that `maxListed` keeps.
     * @throws {Failure} CONFLICT for more unrevoked keys than it allows
     */
    add: (key: ApiKey, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await sql.get('SELECT id FROM users WHERE id = ?', key.userId)))
          throw notFound(message('The user'))
        await requireRoom(sql, key.userId)
        if (!(await insertKey(sql, key))) throw conflict(message('This key exists already.'))
      }),
    /**
     * Changes the stored key, which may have changed since the caller read it.
     * @throws {Failure} NOT_FOUND; CONFLICT for a key that is revoked, or that would get more rights and may not
     */
    change: (
      id: string,
      { change, mayWiden }: { change: ChangeableKey; mayWiden: boolean },
      audit: AuditDraft,
    ) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const row = await sql.get('SELECT * FROM api_keys WHERE id = ?', id)
        if (row === undefined) throw notFound(message('The key'))
        const key = readKey(row)
        if (key.revokedAtMs !== null) throw conflict(message('This key is revoked for good.'))
        // Writing any restriction would replace the unknown one.
        if (key.isUnreadable)
          throw conflict(message('What this key may do cannot be read. Revoke it, and create another.'))
        if (!mayWiden && isWider(key, change))
          throw conflict(message('A key gets wider only after a fresh proof of who you are.'))
        const set = assignmentsOf({
          ...writtenColumns(changeable, change),
          binding: JSON.stringify(change.binding),
        })
        if (set) await sql.run(`UPDATE api_keys SET ${set.text} WHERE id = ?`, ...set.parameters, id)
      }),
    revoke: (id: string, atMs: number, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const found = await sql.run(
          'UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ?',
          atMs,
          id,
        )
        if (found === 0) throw notFound(message('The key'))
      }),
    /**
     * Replaces a key's secret: the old one stops working.
     * @throws {Failure} NOT_FOUND, CONFLICT if it has been revoked
     */
    renew: (id: string, secretHash: string, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const renewed = await sql.run(
          'UPDATE api_keys SET secret_hash = ? WHERE id = ? AND revoked_at_ms IS NULL',
          secretHash,
          id,
        )
        if (renewed === 1) return
        if (!(await sql.get('SELECT id FROM api_keys WHERE id = ?', id))) throw notFound(message('The key'))
        throw conflict(message('This key was revoked, and stays so. Create another.'))
      }),
    /** Revokes all of a user's keys. @returns how many were in force */
    revokeAll: (userId: string, atMs: number, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) =>
        sql.run(
          'UPDATE api_keys SET revoked_at_ms = ? WHERE user_id = ? AND revoked_at_ms IS NULL',
          atMs,
          userId,
        ),
      ),
    /**
     * Records last uses, many at once, and marks a key used from a new network. Never moves a time back; unknown ids
     * are ignored.
     */
    async touch(uses: ReadonlyMap<string, KeyUse>) {
      if (uses.size === 0) return
      await engine.write(async (sql) => {
        for (const [id, use] of inLockOrder(uses)) await noteUse(sql, id, use)
      })
    },
  }),
} satisfies StoreDefinition

/** How many networks of one key are kept, the last used ones. */
const maxNetworks = 200

async function noteUse(sql: Sql, id: string, { atMs, address, networks }: KeyUse): Promise<void> {
  const found = await sql.run(
    `UPDATE api_keys SET last_used_at_ms = ?, last_used_address = ?,
       expires_at_ms = CASE WHEN ends_unless_used = 1 THEN NULL ELSE expires_at_ms END, ends_unless_used = 0
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
      ...insertion(
        'key_networks',
        { key_id: id, network, used_at_ms: atMs },
        'ON CONFLICT (key_id, network) DO UPDATE SET used_at_ms = excluded.used_at_ms',
      ),
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

/** Deletes the oldest revoked keys of a user, to keep the list short. @throws {Failure} CONFLICT */
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

/**
 * Returns false if the id or the secret is taken.
 * @param endsUnlessUsed whether the key's first use removes its expiry
 */
export async function insertKey(sql: Sql, key: ApiKey, { endsUnlessUsed = false } = {}): Promise<boolean> {
  const row = {
    ...writtenColumns(columns, key),
    permissions: JSON.stringify(key.permissions),
    binding: JSON.stringify(key.binding),
    ends_unless_used: Number(endsUnlessUsed),
  }
  return (await sql.run(...insertion('api_keys', row, 'ON CONFLICT DO NOTHING'))) === 1
}

const readKey = (row: SqlRow): ApiKey => Object.assign(readRow(columns, row), allowedIn(row))

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Whether a stored restriction is valid. */
const isRestriction: Record<keyof KeyBinding, (value: unknown) => boolean> = {
  categoryIds: isTexts,
  albumIds: isTexts,
  types: (value) => isTexts(value) && value.every((name) => mediaTypes.some((type) => type === name)),
  maxBytes: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  networks: (value) => isTexts(value) && value.every(isCidr),
  linkNames: isTexts,
}

function isBinding(value: unknown): value is KeyBinding {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const known: Readonly<Record<string, (given: unknown) => boolean>> = isRestriction
  return Object.entries(value).every(([name, given]) => Object.hasOwn(known, name) && known[name]?.(given))
}

/** The key's permissions and restrictions; none if a stored restriction is unknown to this version. */
function allowedIn(row: SqlRow): Pick<ApiKey, 'permissions' | 'binding' | 'isUnreadable'> {
  const [permissions, binding] = [text(row, 'permissions'), text(row, 'binding')].map(parsedJson)
  if (!isTexts(permissions) || !isBinding(binding)) {
    return { permissions: [], binding: {}, isUnreadable: true }
  }
  // Unknown permissions from other versions do no harm: nothing here checks for them.
  return { permissions: permissions as Permission[], binding }
}
