import { type CopyFormatName, copyFormatNames, copyFormats } from '@pictoglyph/site/images/copy-formats'
import { copyText } from '@pictoglyph/web/page/browser/copy-button'
import { lastCopyFormat, rememberCopyFormat } from '@pictoglyph/web/page/browser/copy-format'
import { pictureOf } from '@pictoglyph/web/page/browser/viewed-picture'

/** Copies the links of the selected images on the page; for all matching images, a page shows them. */
export function enhanceCopyLinks(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[data-copy-links]')
  const formats = root.querySelector<HTMLSelectElement>('select[data-copy-format]')
  const form = button?.form
  if (!button || !formats || !form) return
  formats.value = lastCopyFormat()
  formats.addEventListener('change', () => rememberCopyFormat(formats.value))
  button.addEventListener('click', (event) => {
    const isAll = form.querySelector<HTMLInputElement>('input[name="all"]')?.checked === true
    const cards = [...form.querySelectorAll('.card-image:has(input[name="id"]:checked)')]
    const links = cards.flatMap((card) => card.querySelector<HTMLAnchorElement>('a[data-picture]') ?? [])
    const matches = Number(form.querySelector<HTMLElement>('[data-matches]')?.dataset.matches)
    if (links.length === 0 || (isAll && links.length < matches)) return
    event.preventDefault()
    const format = formatOf(formats.value)
    const lines = links.map((link) => copyFormats(pictureOf(link))[format])
    void copyText(button, lines.join('\n')).then((isCopied) => {
      const count = form.querySelector<HTMLElement>('[data-selection-count]')
      if (isCopied && count)
        count.textContent = (button.dataset.copyLinks ?? '').replace('#', String(lines.length))
    })
  })
}

const formatOf = (value: string): CopyFormatName => copyFormatNames.find((name) => name === value) ?? 'url'
