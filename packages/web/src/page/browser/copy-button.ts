const shownMs = 1_500

/** The texts of a copy button. */
interface CopyButtonOptions {
  /** The text to copy when the button is pressed. */
  text: () => string
  /** The button's text for a moment afterwards. */
  copied: () => string
  /** The button's text if the browser does not allow copying. */
  failed?: () => string
}

/**
 * Makes a button copy a text and confirm it for a moment, however often it is pressed meanwhile. Screen readers get the
 * same message next to it.
 */
export function bindCopyButton(button: HTMLButtonElement, { text, copied, failed }: CopyButtonOptions): void {
  const label = [...button.childNodes]
  const spoken = document.createElement('span')
  spoken.className = 'visually-hidden'
  spoken.role = 'status'
  button.after(spoken)
  let timer: ReturnType<typeof setTimeout> | undefined
  async function copy(): Promise<void> {
    const tell = (await copyText(button, text())) ? copied : failed
    if (tell === undefined) return
    const outcome = tell()
    button.textContent = outcome
    spoken.textContent = outcome
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.replaceChildren(...label)
      spoken.textContent = ''
    }, shownMs)
  }
  button.addEventListener('click', () => void copy())
}

/**
 * Copies a text and returns whether that worked. The clipboard API exists only on secure pages; elsewhere the old
 * command does it.
 */
export async function copyText(beside: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(beside, text)
  }
}

function copySelected(beside: HTMLElement, text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Next to the button: an open dialog allows no selection outside of itself.
  beside.after(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  beside.focus()
  return isCopied
}
