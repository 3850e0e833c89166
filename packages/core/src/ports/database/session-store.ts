import type { Session, User } from '../../records.ts'

export interface SessionStore {
  /**
   * Begins a session of somebody who has given the password with this hash. False, and no session begun, where
   * the user has another password by now or is disabled. Of more sessions than `maxListed` lets a user have, the one
   * that was not heard of for longest ends.
   */
  add(session: Session, passwordHash: string): Promise<boolean>
  byTokenHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>
  list(userId: string): Promise<Session[]>
  touch(tokenHash: string, atMs: number): Promise<void>
  /** Notes that the user has proved who they are. */
  prove(tokenHash: string, atMs: number): Promise<void>
  /** Puts a session in the place of one that is pending; false, and none begun, where that one has ended. */
  complete(pendingTokenHash: string, session: Session): Promise<boolean>
  remove(tokenHash: string): Promise<void>
  /** Ends all sessions of a user but the one named. */
  removeOthers(userId: string, exceptTokenHash: string | null): Promise<void>
  removeExpired(atMs: number): Promise<void>
}
