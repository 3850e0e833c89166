import type { AuditDraft } from '../../records.ts'

/** A change of one policy value. */
export interface SettingChange {
  key: string
  value: string
  audit: AuditDraft
}

/** Policies, and facts of the site itself. */
export interface SettingsStore {
  /** Values as operators wrote them, by policy key. */
  all(): Promise<Map<string, string>>
  set(key: string, value: string, audit: AuditDraft): Promise<void>
  /** Sets all of them or none. */
  setAll(changes: readonly SettingChange[]): Promise<void>
  /** Records a one-time fact of the site, such as "set up"; false if it was recorded before. */
  claim(name: string, value: string): Promise<boolean>
  /** Records a fact of the site in place of an earlier one. No request depends on it, so the revision stays. */
  note(name: string, value: string): Promise<void>
  /** A fact that was noted or claimed. */
  noted(name: string): Promise<string | undefined>
}
