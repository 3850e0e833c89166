import type { CopyFormatName } from '@pictoglyph/core/copy-formats'

/** How one likes to upload, kept in this browser. */
export interface UploadSettings {
  startOnDrop: boolean
  nameAsTitle: boolean
  /** The category used last. */
  categoryId: string
  format: LinkFormat
}

export type LinkFormat = Extract<CopyFormatName, 'url' | 'markdown' | 'html' | 'bbcode'>

const storageKey = 'upload-settings'

const defaults: UploadSettings = { startOnDrop: true, nameAsTitle: true, categoryId: '', format: 'url' }

export function readSettings(): UploadSettings {
  const stored = localStorage.getItem(storageKey)
  return stored === null ? defaults : { ...defaults, ...JSON.parse(stored) }
}

export function changeSettings(change: Partial<UploadSettings>): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...readSettings(), ...change }))
}
