import type { PageElements, PaneElements } from './page-elements.ts'

/** UTF-16 code units, which is how the service counts a text. */
export const textLength = (text: string): number => text.length

/** Code points, which is how the service counts a cipher and a key. */
export function codePointsOf(written: string): number {
  let pairs = 0
  for (let i = 0; i < written.length; i++) if (written.codePointAt(i)! > 0xffff) pairs++
  return written.length - pairs
}

/** A number as the page's language writes it. */
export const inWords = (count: number): string =>
  new Intl.NumberFormat(document.documentElement.lang).format(count)

/** The most that a pane may hold. */
export const maxOf = ({ count }: PaneElements): number => Number(count.dataset.most)

/** Shows how long both panes' contents are, and of how much. */
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
