import { bindCopyButton } from '@pictoglyph/http/page/browser/copy-button'
import type { PaneElements } from './page-elements.ts'
import { pageMessages } from './page-language.ts'

/** Makes a pane's buttons copy and clear its contents. */
export function bindPaneButtons({ area, copy, clear }: PaneElements): void {
  bindCopyButton(copy, {
    text: () => area.value,
    copied: () => pageMessages().copied,
    failed: () => pageMessages().copyFailed,
  })
  clear.addEventListener('click', () => {
    area.value = ''
    area.dispatchEvent(new Event('input'))
    area.focus()
  })
}
