import type { AuditDraft, SecondFactor } from '../../records.ts'

export interface FactorStore {
  /** A user's, the oldest first. */
  list(userId: string): Promise<SecondFactor[]>
  /** Adds a factor and ends the user's other sessions. @param codeHashes new recovery codes, which replace the old */
  add(
    factor: SecondFactor,
    change: { codeHashes: readonly string[] | null; keptTokenHash: string },
    audit: AuditDraft,
  ): Promise<void>
  /**
   * Notes a use. False, and nothing noted, where the counter is not above the one that was used last: so of any
   * number of uses of one code, on any replicas, one is good.
   */
  use(id: string, use: { counter: number; atMs: number }): Promise<boolean>
  /**
   * Removes one factor, or all, and ends the user's other sessions. The recovery codes go with the last factor.
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
  /** Uses a recovery code up; false where there is none of that hash. */
  useCode(userId: string, codeHash: string): Promise<boolean>
}
