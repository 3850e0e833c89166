import { bindCopyButton } from '@pictoglyph/http/page/browser/copy-button'
import { enhanceCopyPanels } from '@pictoglyph/http/page/browser/copy-panel'

/** Shows the copy buttons, and selects a whole text to be copied when it is entered. */
export function enhanceCopying(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    button.hidden = false
    bindCopyButton(button, { text: () => copy, copied: () => copied })
  }
  enhanceCopyPanels(root)
  for (const input of root.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
    input.addEventListener('focus', () => input.select())
  }
}
