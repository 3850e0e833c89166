import { Failure } from '../failure.ts'
import type { KeyHolder, KeyStore } from '../ports/database.ts'
import type { Permission } from '../records.ts'
import { hashSecret, isWellFormedApiKey } from './api-key.ts'

const bearer = /^Bearer +([^\s]+) *$/i

/**
 * Whom a request acts for. Missing, malformed, unknown, expired and revoked keys and keys of disabled users
 * all get the same answer, so that nothing can be learnt from it.
 * @throws {Failure} UNAUTHORIZED
 */
export async function authenticate(
  keys: Pick<KeyStore, 'bySecretHash'>,
  authorization: string | null,
  nowMs: number,
): Promise<KeyHolder> {
  const secret = authorization === null ? undefined : bearer.exec(authorization)?.[1]
  if (secret === undefined || !isWellFormedApiKey(secret)) throw new Failure({ code: 'UNAUTHORIZED' })
  const holder = await keys.bySecretHash(hashSecret(secret))
  if (holder === undefined || !isInForce(holder, nowMs)) throw new Failure({ code: 'UNAUTHORIZED' })
  return holder
}

function isInForce({ key, user }: KeyHolder, nowMs: number): boolean {
  if (key.revokedAtMs !== null || user.disabledAtMs !== null) return false
  return key.expiresAtMs === null || nowMs < key.expiresAtMs
}

/** @throws {Failure} FORBIDDEN */
export function requirePermission(holder: KeyHolder, permission: Permission): void {
  if (!holder.key.permissions.includes(permission)) throw new Failure({ code: 'FORBIDDEN', permission })
}
