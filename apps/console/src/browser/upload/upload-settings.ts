import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import { nameAsTitleCookie } from '../../upload/name-as-title.ts'
import { keepCookie } from '../keep-cookie.ts'

/** The user's upload settings in this browser. */
interface UploadSettings {
  startOnDrop: boolean
  nameAsTitle: boolean
  /** The last used category. */
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
  if (change.nameAsTitle === undefined) return
  // A phone's share reaches the server without our script, so the server reads a cookie.
  keepCookie(`${nameAsTitleCookie}=${change.nameAsTitle ? 'on' : 'off'}`)
}
