const shownMs = 1_500

export interface CopyButtonOptions {
  /** What is copied when the button is pressed. */
  text: () => string
  /** What the button says for a moment afterwards. */
  copied: () => string
  /** What it says where the browser does not let it copy. */
  failed?: () => string
}

/**
 * Makes a button of a page copy a text and say so for a moment, however often it is pressed meanwhile. Beside it
 * stands the same for those who listen to the page.
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
 * Copies a text and tells whether that worked. The clipboard's own interface is there on secure pages only; elsewhere
 * the old command does it.
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
  // Where the button is, for a dialog that is open lets nothing outside of it be selected.
  beside.after(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  beside.focus()
  return isCopied
}
