import type { AuditDraft, SecondFactor } from '../../records.ts'

/** Second factors and recovery codes. */
export interface FactorStore {
  /** A user's, the oldest first. */
  list(userId: string): Promise<SecondFactor[]>
  /**
   * Adds a factor and ends the user's other sessions.
   * @param codeHashes new recovery codes, which replace the old
   */
  add(
    factor: SecondFactor,
    change: { codeHashes: readonly string[] | null; keptTokenHash: string },
    audit: AuditDraft,
  ): Promise<void>
  /**
   * Records a use. False, without any record, if the counter is not above the last used one: so of several uses of one
   * code, on any replicas, only one succeeds.
   */
  use(id: string, use: { counter: number; atMs: number }): Promise<boolean>
  /**
   * Removes one factor, or all, and ends the user's other sessions. The recovery codes are removed with the last
   * factor.
   * @param id `null` for all
   */
  remove(
    userId: string,
    change: { id: string | null; keptTokenHash: string | null },
    audit: AuditDraft,
  ): Promise<void>
  /** How many recovery codes are left. */
  countCodes(userId: string): Promise<number>
  /** Replaces the recovery codes. */
  setCodes(userId: string, codeHashes: readonly string[], audit: AuditDraft): Promise<void>
  /** Uses up a recovery code; false if there is none with that hash. */
  useCode(userId: string, codeHash: string): Promise<boolean>
}
