const shownMs = 1500

/** Shows the copy buttons, and selects a whole text to be copied when it is entered. */
export function enhanceCopying(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
  for (const input of root.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
    input.addEventListener('focus', () => input.select())
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: value = '', copied = '' } = button.dataset
  await navigator.clipboard.writeText(value)
  const label = button.innerHTML
  button.textContent = copied
  button.disabled = true
  setTimeout(() => {
    button.innerHTML = label
    button.disabled = false
    button.focus()
  }, shownMs)
}
