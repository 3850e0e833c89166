import { bindCopyButton } from './copy-button.ts'
import { lastCopyFormat, rememberCopyFormat } from './copy-format.ts'

/** Makes the buttons of a panel copy, and opens it at the format that was chosen last. */
export function enhanceCopyPanels(root: ParentNode): void {
  for (const panel of root.querySelectorAll<HTMLElement>('[data-copy-panel]')) enhance(panel)
}

function enhance(panel: HTMLElement): void {
  const values = [...panel.querySelectorAll<HTMLElement>('.copy-value')]
  const linked = panel.querySelector<HTMLInputElement>('input[name="copy-linked"]')
  const last = values.find(({ dataset }) => dataset.format === lastCopyFormat())
  for (const tab of panel.querySelectorAll<HTMLInputElement>('input[name="copy-tab"]')) {
    if (last?.classList.contains(tab.value)) tab.checked = true
  }
  if (linked) linked.checked = last?.classList.contains('linked') ?? false
  for (const value of values) {
    const button = value.querySelector('button')
    const field = value.querySelector('input')
    if (!button || !field) continue
    button.hidden = false
    bindCopyButton(button, { text: () => field.value, copied: () => button.dataset.copied ?? '' })
    field.addEventListener('focus', () => field.select())
  }
  panel.addEventListener('change', () => {
    const shown = values.find((value) => value.checkVisibility())
    if (shown) rememberCopyFormat(shown.dataset.format ?? '')
  })
}
