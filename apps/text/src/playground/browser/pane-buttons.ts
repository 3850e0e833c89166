import type { Wording } from '../wording/wording.ts'
import type { PaneElements } from './page-elements.ts'

const feedbackMs = 1_600

/** Makes a pane's buttons copy and clear its contents. */
export function bindPaneButtons({ area, copy, clear }: PaneElements, wording: Wording): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  copy.addEventListener('click', async () => {
    copy.textContent = (await copyText(area)) ? wording.copied : wording.copyFailed
    clearTimeout(timer)
    timer = setTimeout(() => {
      copy.textContent = wording.copy
    }, feedbackMs)
  })
  clear.addEventListener('click', () => {
    area.value = ''
    area.dispatchEvent(new Event('input'))
    area.focus()
  })
}

/** The clipboard's own interface is there on secure pages only; elsewhere the old command does it. */
async function copyText(area: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(area.value)
    return true
  } catch {
    area.select()
    return document.execCommand('copy')
  }
}
