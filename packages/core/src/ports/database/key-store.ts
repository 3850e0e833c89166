import type { ApiKey, AuditDraft, User } from '../../records.ts'

/** A key together with the user it acts for. */
export interface KeyHolder {
  key: ApiKey
  user: User
}

/** The last use of a key, and every network that it was used from meanwhile, with an address of each. */
export interface KeyUse {
  atMs: number
  address: string
  networks: ReadonlyMap<string, string>
}

/** API keys. */
export interface KeyStore {
  /**
   * Also forgets the user's oldest revoked keys beyond those that `maxListed` keeps.
   * @throws {Failure} CONFLICT for more keys that are not revoked than it lets a user have
   */
  add(key: ApiKey, audit: AuditDraft): Promise<void>
  bySecretHash(secretHash: string): Promise<KeyHolder | undefined>
  byId(id: string): Promise<ApiKey | undefined>
  list(userId?: string): Promise<ApiKey[]>
  revoke(id: string, atMs: number, audit: AuditDraft): Promise<void>
  /** Revokes all of a user's keys. @returns how many were in force */
  revokeAll(userId: string, atMs: number, audit: AuditDraft): Promise<number>
  /**
   * Records last uses, many at once, and marks a key that was used from a network for the first time. Never moves a
   * time back; unknown ids are ignored.
   */
  touch(uses: ReadonlyMap<string, KeyUse>): Promise<void>
}
