import type { AuditDraft, Preset } from '../../records.ts'

/** Presets, in order. */
export interface PresetStore {
  list(): Promise<Preset[]>
  /** As for character sets. @throws {Failure} CONFLICT if the id is taken */
  add(preset: Omit<Preset, 'position'>, audit: AuditDraft): Promise<void>
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  setDefault(id: string, audit: AuditDraft): Promise<void>
}
