import type { Usage } from '../../account/quota.ts'
import type { AuditDraft, User } from '../../records.ts'
import type { Page } from './page.ts'

/** Users, and what they take up. */
export interface UserStore {
  add(user: User, audit: AuditDraft): Promise<void>
  byId(id: string): Promise<User | undefined>
  /** Names are compared without regard to case. */
  byName(name: string): Promise<User | undefined>
  /** The user who is bound to an issuer's subject. */
  byProvider(issuer: string, subject: string): Promise<User | undefined>
  /**
   * Adds a user bound to an issuer's subject. `bound` if the subject has a user already, `taken` if the name is used;
   * then nothing is added.
   */
  addFromProvider(
    user: User,
    identity: { issuer: string; subject: string },
    audit: AuditDraft,
  ): Promise<'added' | 'bound' | 'taken'>
  /** All users by name, for the command. */
  list(): Promise<User[]>
  /** A page of them, by name. @throws {Failure} BAD_REQUEST for a marker that no page has given */
  page(query: { limit: number; after?: string }): Promise<Page<User>>
  /**
   * Disabling ends the user's sessions.
   * @throws {Failure} CONFLICT for disabling or demoting the last administrator who is not disabled. If several do so
   * to each other at once, one is left
   */
  update(
    id: string,
    change: Partial<Pick<User, 'role' | 'disabledAtMs' | 'quotaBytes' | 'displayName'>>,
    audit: AuditDraft,
  ): Promise<void>
  /** Sets a new password and ends the user's sessions except the one to keep. */
  setPassword(
    id: string,
    password: { hash: string; isGenerated: boolean; isByCommand: boolean; keptTokenHash: string | null },
    audit: AuditDraft,
  ): Promise<void>
  /** When the user's password was set; 0 if unknown. */
  passwordSetAtMs(id: string): Promise<number>
  usage(id: string): Promise<Usage>
  /** The users whose live images take up the most bytes, the largest first; no one without images. */
  largest(limit: number): Promise<{ id: string; name: string; images: number; bytes: number }[]>
}
