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
}
