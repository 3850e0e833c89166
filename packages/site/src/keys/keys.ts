import { auditDraft } from '../audit/audit-draft.ts'
import { badRequest, Failure, notFound } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, ApiKey, ClientKind, KeyBinding, Permission } from '../language/records.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'
import { checkExpiry } from '../language/time.ts'
import { policyFrom } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'
import { createApiKeySecret, hashSecret, mayBeApiKey } from './key-gate.ts'
import type { ChangeableKey } from './restrictions.ts'
import { checkRestrictions, restrictionsOf } from './restrictions.ts'

/** All permissions of keys. */
export const permissions = ['images:upload'] as const satisfies Permission[]

const dayMs = 24 * 60 * 60 * 1000

/** A key to create. */
export interface NewKey {
  userId: string
  name: string
  permissions: readonly string[]
  /** `null` is never; if missing, the policy decides. */
  expiresAtMs?: number | null
  defaultCategoryId: string | null
  clientKind: ClientKind
  uploadsPerMinute?: number | null
  /** Lifetime of images whose upload names none. */
  imageLifetimeMs?: number | null
  maxUploads?: number | null
  isGuestLink?: boolean
  isNameShown?: boolean
  binding: KeyBinding
}

type Site = Pick<SitePorts, 'database' | 'createSha256' | 'clock'>

/** The binding of an unrestricted key. */
export const unboundKey = {
  uploadsPerMinute: null,
  imageLifetimeMs: null,
  maxUploads: null,
  isGuestLink: false,
  isNameShown: false,
} as const

/** The fields of an unused key. */
export const unusedKey = {
  uploads: 0,
  revokedAtMs: null,
  lastUsedAtMs: null,
  lastUsedAddress: null,
  newNetwork: null,
} as const

/**
 * Creates a key. The secret is returned once and stored nowhere.
 * @throws {Failure} BAD_REQUEST for an unknown permission, an expiry that has passed or is after 9999, an unfit limit
 * or binding; CATEGORY_UNAVAILABLE for a default or bound category that does not exist; ALBUM_NOT_ALLOWED for a bound
 * album that the user does not own
 */
export async function createKey(
  site: Site,
  actor: Actor,
  input: NewKey,
): Promise<{ key: ApiKey; secret: string }> {
  const nowMs = site.clock()
  const { expiresAtMs = await defaultExpiryMs(site, nowMs) } = input
  const checked = { ...unboundKey, ...input, expiresAtMs }
  await checkNewKey(site, checked, nowMs)
  const secret = createApiKeySecret(site)
  const key: ApiKey = {
    ...unusedKey,
    ...checked,
    id: newId(),
    name: readName(input.name, { most: maxNameCharacters.key }),
    secretHash: hashSecret(site, secret),
    permissions: permissions.filter((permission) => input.permissions.includes(permission)),
    createdAtMs: nowMs,
  }
  const { secretHash: _, isGuestLink: isQuiet, ...others } = key
  await site.database.keys.add(
    key,
    auditDraft(actor, nowMs, { action: 'key.create', subject: key.id, after: { ...others, isQuiet } }),
  )
  return { key, secret }
}

/**
 * Changes the name, expiry and restrictions of an unrevoked key, from its next upload on.
 * @param mayWiden whether the actor just proved their identity; without that, a key can only lose rights
 * @throws {Failure} as `createKey`; also CONFLICT for a key that is revoked, and for one that would get more rights
 * without the proof; NOT_FOUND
 */
export async function changeKey(
  site: Site,
  actor: Actor,
  key: ApiKey,
  { change, mayWiden }: { change: ChangeableKey; mayWiden: boolean },
): Promise<void> {
  const nowMs = site.clock()
  const name = readName(change.name, { most: maxNameCharacters.key })
  if (change.expiresAtMs !== key.expiresAtMs) checkExpiry(change.expiresAtMs, nowMs)
  const added = addedTo(key.binding, change.binding)
  await requireRestrictable(site, { ...change, userId: key.userId, defaultCategoryId: null, binding: added })
  const after = { ...changeableOf(change), name }
  const draft = { action: 'key.change', subject: key.id, before: changeableOf(key), after } as const
  await site.database.keys.change(key.id, { change: after, mayWiden }, auditDraft(actor, nowMs, draft))
}

/** The new parts of a binding: categories and albums that are already bound may be gone. */
function addedTo(before: KeyBinding, after: KeyBinding): KeyBinding {
  const { categoryIds = [], albumIds = [] } = after
  return {
    ...after,
    categoryIds: categoryIds.filter((id) => !before.categoryIds?.includes(id)),
    albumIds: albumIds.filter((id) => !before.albumIds?.includes(id)),
  }
}

const changeableOf = (key: ChangeableKey): ChangeableKey => ({
  name: key.name,
  expiresAtMs: key.expiresAtMs,
  uploadsPerMinute: key.uploadsPerMinute,
  maxUploads: key.maxUploads,
  imageLifetimeMs: key.imageLifetimeMs,
  binding: key.binding,
})

/** The policy's default expiry of a key created now. */
async function defaultExpiryMs({ database }: Site, nowMs: number): Promise<number | null> {
  const days = policyFrom(await database.settings.all())['keys.defaultExpiryDays']
  return days === 0 ? null : nowMs + days * dayMs
}

async function checkNewKey(site: Site, input: Required<NewKey>, nowMs: number): Promise<void> {
  for (const permission of input.permissions) {
    if (permissions.some((known) => known === permission)) continue
    const reason = message('There is no permission "{permission}". Known: {known}.', {
      permission,
      known: permissions.join(', '),
    })
    throw badRequest(reason)
  }
  checkExpiry(input.expiresAtMs, nowMs)
  await requireRestrictable(site, input)
}

/** @throws {Failure} for restrictions that {@link checkRestrictions} refuses, and for unknown categories and albums */
async function requireRestrictable(
  site: Site,
  input: Pick<
    ApiKey,
    'uploadsPerMinute' | 'maxUploads' | 'imageLifetimeMs' | 'binding' | 'userId' | 'defaultCategoryId'
  >,
): Promise<void> {
  checkRestrictions(restrictionsOf(input))
  const { categoryIds = [], albumIds = [] } = input.binding
  for (const categoryId of [input.defaultCategoryId, ...categoryIds]) {
    if (categoryId !== null && !(await site.database.categories.byId(categoryId))) {
      throw new Failure({ code: 'CATEGORY_UNAVAILABLE', categoryId })
    }
  }
  for (const albumId of albumIds) {
    const album = await site.database.albums.byId(albumId)
    if (album?.ownerId !== input.userId) throw new Failure({ code: 'ALBUM_NOT_ALLOWED', albumId })
  }
}

/** The user's own key. Another user's key counts as missing. @throws {Failure} NOT_FOUND */
export async function findOwnKey(
  site: Pick<SitePorts, 'database'>,
  userId: string,
  id: string,
): Promise<ApiKey> {
  const key = await site.database.keys.byId(id)
  if (key === undefined || key.userId !== userId) throw noKey(id)
  return key
}

/** Revokes a key at once and for good; a second time changes nothing. @throws {Failure} NOT_FOUND */
export async function revokeKey(site: Site, actor: Actor, keyId: string): Promise<void> {
  const key = await site.database.keys.byId(keyId)
  if (key === undefined) throw noKey(keyId)
  if (key.revokedAtMs !== null) return
  const nowMs = site.clock()
  await site.database.keys.revoke(
    keyId,
    nowMs,
    auditDraft(actor, nowMs, { action: 'key.revoke', subject: keyId, after: { revokedAtMs: nowMs } }),
  )
}

/**
 * Replaces a key's secret and keeps all else. The old secret stops working.
 * @returns the new secret, which is stored nowhere
 * @throws {Failure} NOT_FOUND, CONFLICT if the key has been revoked
 */
export async function renewKey(site: Site, actor: Actor, { id, name }: ApiKey): Promise<string> {
  const secret = createApiKeySecret(site)
  const audit = auditDraft(actor, site.clock(), { action: 'key.renew', subject: id, after: { name } })
  await site.database.keys.renew(id, hashSecret(site, secret), audit)
  return secret
}

/** Revokes all keys of a user at once and for good. @returns how many were in force */
export function revokeAllKeys(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  userId: string,
): Promise<number> {
  const nowMs = site.clock()
  const after = { revokedAtMs: nowMs, keys: 'all' }
  return site.database.keys.revokeAll(
    userId,
    nowMs,
    auditDraft(actor, nowMs, { action: 'key.revoke', subject: userId, after }),
  )
}

/**
 * The id of a key, from the id or the key itself.
 * @throws {Failure} NOT_FOUND, which never repeats a text that may be a key
 */
export async function findKeyId(
  site: Pick<SitePorts, 'database' | 'createSha256'>,
  idOrKey: string,
): Promise<string> {
  const written = idOrKey.trim()
  if (!mayBeApiKey(written)) {
    if ((await site.database.keys.byId(written)) !== undefined) return written
    throw noKey(written)
  }
  const holder = await site.database.keys.bySecretHash(hashSecret(site, written))
  if (holder === undefined) throw notFound(message('The key that was given'))
  return holder.key.id
}

function noKey(id: string): Failure {
  return notFound(message('The key "{id}"', { id }))
}
