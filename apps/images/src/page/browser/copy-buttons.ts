const shownMs = 1_500

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const field = document.getElementById(button.dataset.copy ?? '')
  if (!(field instanceof HTMLInputElement)) continue
  button.hidden = false
  button.addEventListener('click', () => void copy(button, field))
}

async function copy(button: HTMLButtonElement, field: HTMLInputElement): Promise<void> {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    // Pages without a secure origin have no clipboard; there the old way still works.
    if (!document.execCommand('copy')) return
  }
  const label = button.textContent
  button.textContent = button.dataset.copied ?? label
  setTimeout(() => {
    button.textContent = label
  }, shownMs)
}
