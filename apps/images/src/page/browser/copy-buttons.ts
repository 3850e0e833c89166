import { bindCopyButton } from '@pictoglyph/http/page/browser/copy-button'

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const field = document.getElementById(button.dataset.copy ?? '')
  if (!(field instanceof HTMLInputElement)) continue
  button.hidden = false
  bindCopyButton(button, { text: () => field.value, copied: () => button.dataset.copied ?? '' })
}
