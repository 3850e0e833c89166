import { copyFormatNames, copyFormats } from '@pictoglyph/site/images/copy-formats'
import { copyText } from '@pictoglyph/web/page/browser/copy-button'
import { lastCopyFormat, rememberCopyFormat } from '@pictoglyph/web/page/browser/copy-format'
import { pictureOf } from '@pictoglyph/web/page/browser/viewed-picture'
import { enhanceDismissing } from '../disclosures.ts'
import { boxOf, cardOf } from './cards.ts'

const shownMs = 1_500
/** The menu's width, with a margin. */
const menuPixels = 230

/** Moves the actions onto the hovered or focused tile, while no image is selected. */
export function enhanceTileActions(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('form[data-viewed]')
  const template = root.querySelector<HTMLTemplateElement>('template[data-tile-actions]')
  const actions = template?.content.firstElementChild?.cloneNode(true)
  if (!form || !(actions instanceof HTMLElement)) return
  enhance(form, actions)
}

function enhance(form: HTMLFormElement, actions: HTMLElement): void {
  enhanceDismissing(actions)
  const status = actions.querySelector('[role="status"]')
  const menu = actions.querySelector('details')
  const copyButton = actions.querySelector<HTMLButtonElement>('[data-tile-copy]')
  if (!menu || !copyButton) return

  const link = () => cardOf(actions)?.querySelector<HTMLAnchorElement>('a[data-picture]')

  function sayFormat(): void {
    const named = menu?.querySelector(`[data-copy-as="${lastCopyFormat()}"]`)
    if (copyButton && named) copyButton.textContent = named.textContent
  }

  function moveTo(card: Element | null): void {
    if (card === null || card.contains(actions)) return
    const picture = card.querySelector<HTMLAnchorElement>('a[data-picture]')
    if (picture === null || form.hasAttribute('data-has-selection') || menu?.open || isTelling()) return
    card.append(actions)
    const main = card.closest('main')?.getBoundingClientRect().left ?? 0
    const isAtStart = card.getBoundingClientRect().right - main < menuPixels
    actions.classList.toggle('at-start', isAtStart)
    for (const button of menu?.querySelectorAll<HTMLButtonElement>('button[name="id"]') ?? []) {
      button.value = boxOf(card)?.value ?? ''
    }
    menu?.querySelector('[data-tile-download]')?.setAttribute('href', pictureOf(picture).downloadUrl)
    sayFormat()
  }

  /** Whether the tile shows a message that something was copied, even if the pointer has left it. */
  const isTelling = () => actions.hasAttribute('data-telling')

  async function copy({ isByMenu = false } = {}): Promise<void> {
    const picture = link()
    if (!picture || !copyButton) return
    if (isByMenu) actions.toggleAttribute('data-telling', true)
    const isCopied = await copyText(copyButton, copyFormats(pictureOf(picture))[lastCopyFormat()])
    const told = (isCopied ? actions.dataset.copied : actions.dataset.failed) ?? ''
    copyButton.textContent = told
    if (status) status.textContent = told
    setTimeout(() => {
      sayFormat()
      if (status) status.textContent = ''
      actions.removeAttribute('data-telling')
    }, shownMs)
  }

  form.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') moveTo(cardOf(event.target))
  })
  form.addEventListener('focusin', (event) => moveTo(cardOf(event.target)))
  copyButton.addEventListener('click', () => void copy())
  menu.addEventListener('click', (event) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a') : null
    const format = copyFormatNames.find((name) => name === item?.dataset.copyAs)
    if (format !== undefined) {
      rememberCopyFormat(format)
      void copy({ isByMenu: true })
    }
    if (item?.dataset.tileToAlbum !== undefined) openAlbums(form, cardOf(actions))
    if (item) menu.open = false
  })
  form.addEventListener('keydown', (event) => {
    const isOnPicture = event.target instanceof Element && event.target.matches('a[data-picture]')
    if (!isOnPicture || event.ctrlKey || event.metaKey || event.altKey) return
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (!isMenuKey && event.key !== 'c') return
    if (!cardOf(event.target)?.contains(actions)) return
    event.preventDefault()
    if (event.key === 'c') void copy()
    else {
      menu.open = true
      menu.querySelector('button')?.focus()
    }
  })
}

/** Selects only this image, and opens the albums in the bar of the selection. */
function openAlbums(form: HTMLFormElement, card: Element | null): void {
  boxOf(card)?.click()
  // The current click would close the menu.
  setTimeout(() => {
    const albums = form.querySelector<HTMLDetailsElement>('[data-album-menu]')
    if (albums) albums.open = true
    albums?.querySelector<HTMLElement>('select, input')?.focus()
  })
}
