import type { Session, User } from '../../records.ts'

/** Sessions of the console. */
export interface SessionStore {
  /**
   * Begins a session of a user who has given the password with this hash. False, without a session, if the user has
   * another password by now or is disabled. If the user then has more sessions than `maxListed` allows, the one that
   * was unused for longest ends.
   */
  add(session: Session, passwordHash: string): Promise<boolean>
  byTokenHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>
  list(userId: string): Promise<Session[]>
  touch(tokenHash: string, atMs: number): Promise<void>
  /** Records that the user has proved who they are. */
  prove(tokenHash: string, atMs: number): Promise<void>
  /** Replaces a pending session by a new one; false, without a session, if the pending one has ended. */
  complete(pendingTokenHash: string, session: Session): Promise<boolean>
  remove(tokenHash: string): Promise<void>
  /** Ends all sessions of a user except the given one. */
  removeOthers(userId: string, exceptTokenHash: string | null): Promise<void>
  removeExpired(atMs: number): Promise<void>
}
