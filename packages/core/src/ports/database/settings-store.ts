import type { AuditDraft } from '../../records.ts'

export interface SettingChange {
  key: string
  value: string
  audit: AuditDraft
}

export interface SettingsStore {
  /** Values as operators wrote them, by policy key. */
  all(): Promise<Map<string, string>>
  set(key: string, value: string, audit: AuditDraft): Promise<void>
  /** Sets all of them or none. */
  setAll(changes: readonly SettingChange[]): Promise<void>
  /** One-off facts of the site itself, such as "set up"; false if it was set already. */
  claim(name: string, value: string): Promise<boolean>
  /** Notes a fact of the site itself in the place of an earlier one. No request depends on it: no new revision. */
  note(name: string, value: string): Promise<void>
  /** A fact that was noted or claimed. */
  noted(name: string): Promise<string | undefined>
}
