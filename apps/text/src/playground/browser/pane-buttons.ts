import { bindCopyButton } from '@pictoglyph/http/page/browser/copy-button'
import type { Wording } from '../wording/wording.ts'
import type { PaneElements } from './page-elements.ts'

/** Makes a pane's buttons copy and clear its contents. */
export function bindPaneButtons({ area, copy, clear }: PaneElements, wording: Wording): void {
  bindCopyButton(copy, { text: () => area.value, copied: wording.copied, failed: wording.copyFailed })
  clear.addEventListener('click', () => {
    area.value = ''
    area.dispatchEvent(new Event('input'))
    area.focus()
  })
}
