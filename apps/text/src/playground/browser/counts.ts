import type { PageElements, PaneElements } from './page-elements.ts'

/** Counts UTF-16 code units, as the service does for a text. */
export const textLength = (text: string): number => text.length

/** Counts code points, as the service does for a cipher and a key. */
export function codePointsOf(written: string): number {
  let pairs = 0
  for (let i = 0; i < written.length; i++) if (written.codePointAt(i)! > 0xffff) pairs++
  return written.length - pairs
}

/** Formats a number in the page's language. */
export const inWords = (count: number): string =>
  new Intl.NumberFormat(document.documentElement.lang).format(count)

/** Limit of a pane. */
export const maxOf = ({ count }: PaneElements): number => Number(count.dataset.most)

/** Displays the lengths of both panes' contents, and their limits. */
export function showCounts({ text, cipher, copyLink, copyCode }: PageElements): void {
  showCount(text, textLength(text.area.value))
  showCount(cipher, codePointsOf(cipher.area.value))
  copyLink.disabled = cipher.area.value === ''
  copyCode.disabled = copyLink.disabled
}

function showCount(pane: PaneElements, length: number): void {
  const most = maxOf(pane)
  pane.count.textContent = `${inWords(length)} / ${inWords(most)}`
  pane.count.classList.toggle('over', length > most)
  pane.copy.disabled = length === 0
  pane.clear.disabled = length === 0
  pane.save.disabled = length === 0
}
