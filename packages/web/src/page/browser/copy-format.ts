import { type CopyFormatName, copyFormatNames } from '@pictoglyph/site/images/copy-formats'

const storageKey = 'copy-format'

/** The link format that this browser copied last; the direct link at first. */
export function lastCopyFormat(): CopyFormatName {
  const kept = localStorage.getItem(storageKey)
  return copyFormatNames.find((name) => name === kept) ?? 'url'
}

/** Remembers the link format that was copied last; an unknown name is ignored. */
export function rememberCopyFormat(name: string): void {
  if (copyFormatNames.some((known) => known === name)) localStorage.setItem(storageKey, name)
}
