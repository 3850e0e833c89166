import type { AuditDraft, Charset } from '../../records.ts'

/** Character sets, in order. */
export interface CharsetStore {
  list(): Promise<Charset[]>
  /**
   * Adds it at the end. As the default it replaces the old default, and is enabled.
   * @throws {Failure} CONFLICT if the id is taken, or it can't be distinguished from an enabled set (`areConfusable`)
   */
  add(charset: Omit<Charset, 'position'>, audit: AuditDraft): Promise<void>
  /** @throws {Failure} CONFLICT for disabling the default, or enabling a set whose symbols another enabled set has */
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  /**
   * Makes it the only default, and enables it.
   * @throws {Failure} CONFLICT if another enabled set has the same symbols
   */
  setDefault(id: string, audit: AuditDraft): Promise<void>
}
