import { Failure } from '../failure.ts'
import type { KeyHolder, KeyStore } from '../ports/database/key-store.ts'
import type { Permission } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { isWellFormedApiKey } from './api-key.ts'

const bearer = /^Bearer +([^\s]+) *$/i

/** The key that a request sends, or `undefined` where it sends none or one that can't exist. */
export function readBearerKey(
  site: Pick<SitePorts, 'createSha256'>,
  authorization: string | null,
): string | undefined {
  const secret = authorization === null ? undefined : bearer.exec(authorization)?.[1]
  return secret !== undefined && isWellFormedApiKey(site, secret) ? secret : undefined
}

/**
 * Whom a key acts for; `undefined` alike for keys that are unknown, expired or revoked and those of disabled users.
 * @param secretHash see `hashSecret`
 */
export async function findHolder(
  keys: Pick<KeyStore, 'bySecretHash'>,
  secretHash: string,
  nowMs: number,
): Promise<KeyHolder | undefined> {
  const holder = await keys.bySecretHash(secretHash)
  return holder !== undefined && isInForce(holder, nowMs) ? holder : undefined
}

function isInForce({ key, user }: KeyHolder, nowMs: number): boolean {
  if (key.revokedAtMs !== null || user.disabledAtMs !== null) return false
  return key.expiresAtMs === null || nowMs < key.expiresAtMs
}

/** @throws {Failure} FORBIDDEN */
export function requirePermission(holder: KeyHolder, permission: Permission): void {
  if (!holder.key.permissions.includes(permission)) throw new Failure({ code: 'FORBIDDEN', permission })
}
