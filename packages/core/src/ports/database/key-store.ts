import type { ApiKey, AuditDraft, User } from '../../records.ts'

/** A key together with the user it acts for. */
export interface KeyHolder {
  key: ApiKey
  user: User
}

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
  /** Notes last uses, many at once. Never moves a time back; unknown ids are passed over. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>
}
