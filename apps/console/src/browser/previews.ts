import { pageAt } from '@pictoglyph/web/page/browser/page-at'

const typingPauseMs = 250

/**
 * Live previews: whenever a form marked `data-preview` changes, the page at its address, with the form's fields,
 * replaces the part named by `data-preview-into`. If no page comes, `data-preview-missing` is shown there. Parts marked
 * `data-refresh` refresh themselves.
 */
export function enhancePreviews(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-preview]')) {
    let timer: ReturnType<typeof setTimeout> | undefined
    form.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => void preview(form), typingPauseMs)
    })
  }
  for (const part of root.querySelectorAll<HTMLElement>('[data-refresh]')) {
    const everyMs = Number(part.dataset.refreshSeconds ?? '5') * 1000
    const timer = setInterval(() => {
      if (!part.isConnected) clearInterval(timer)
      else if (!document.hidden) void replace(part, part.dataset.refresh ?? '')
    }, everyMs)
  }
}

async function preview(form: HTMLFormElement): Promise<void> {
  const target = document.getElementById(form.dataset.previewInto ?? '')
  if (!target) return
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && name !== 'csrf') fields.append(name, value)
  }
  const isReplaced = await replace(target, `${form.dataset.preview}?${fields}`)
  if (!isReplaced) target.textContent = form.dataset.previewMissing ?? ''
}

/** Replaces an element by its new version from an address. @returns whether there was one */
async function replace(target: HTMLElement, address: string): Promise<boolean> {
  const fresh = (await pageAt(address))?.getElementById(target.id)
  if (!fresh) return false
  if (fresh.innerHTML !== target.innerHTML) target.replaceChildren(...fresh.childNodes)
  return true
}
