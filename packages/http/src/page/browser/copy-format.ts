import { type CopyFormatName, copyFormatNames } from '@pictoglyph/core/copy-formats'

const storageKey = 'copy-format'

/** The form of link that this browser copied last; the direct link at first. */
export function lastCopyFormat(): CopyFormatName {
  const kept = localStorage.getItem(storageKey)
  return copyFormatNames.find((name) => name === kept) ?? 'url'
}

/** Remembers the form of link that was copied last; another word is none. */
export function rememberCopyFormat(name: string): void {
  if (copyFormatNames.some((known) => known === name)) localStorage.setItem(storageKey, name)
}
