import { type CopyFormatName, copyFormatNames } from '@pictoglyph/site/images/copy-formats'
import type { ViewerWords } from '../../viewer-words.ts'
import { lastCopyFormat, rememberCopyFormat } from '../copy-format.ts'
import { button, element, icon } from './parts.ts'

/** A button that copies in the last format, and a button next to it that chooses another. */
interface CopyChoice {
  copy: HTMLButtonElement
  choose: HTMLButtonElement
  menu: HTMLElement
  /** Shows the format that the browser remembers now. */
  refresh(): void
}

/** @param copy copies the current picture in the remembered format */
export function createCopyChoice(words: ViewerWords, copy: () => void): CopyChoice {
  const copying = button('copy', '', copy)
  const full = element('span', { className: 'full' })
  copying.append(full)
  const choose = button('down', words.chooseFormat, undefined, words.format)
  choose.ariaHasPopup = 'menu'
  const menu = element('div', { className: 'menu', role: 'menu', ariaLabel: words.chooseFormat })
  menu.popover = 'auto'
  choose.popoverTargetElement = menu
  const items = copyFormatNames.map((name) => itemOf(name))
  menu.append(...items)

  function itemOf(name: CopyFormatName): HTMLButtonElement {
    const item = element('button', { type: 'button', role: 'menuitemradio', tabIndex: -1 })
    item.append(icon('copy'), words.copyAs[name])
    item.addEventListener('click', () => {
      rememberCopyFormat(name)
      refresh()
      menu.hidePopover()
      copying.focus()
      copy()
    })
    return item
  }

  function refresh(): void {
    const name = lastCopyFormat()
    copying.title = copying.ariaLabel = full.textContent = words.copyAs[name]
    const label = copying.querySelector('.label')
    if (label) label.textContent = words.formatNames[name]
    for (const [index, item] of items.entries()) {
      const isChosen = copyFormatNames[index] === name
      item.ariaChecked = String(isChosen)
      item.autofocus = isChosen
    }
  }

  menu.addEventListener('beforetoggle', () => {
    const { bottom, right } = choose.getBoundingClientRect()
    menu.style.setProperty('--menu-top', `${bottom + 6}px`)
    menu.style.setProperty('--menu-end', `${Math.max(8, innerWidth - right)}px`)
  })
  menu.addEventListener('toggle', (event) => {
    const isOpen = event instanceof ToggleEvent && event.newState === 'open'
    choose.ariaExpanded = String(isOpen)
    if (isOpen) return
    const root = menu.getRootNode()
    const focused = root instanceof ShadowRoot ? root.activeElement : null
    if (focused === null || menu.contains(focused)) choose.focus()
  })
  menu.addEventListener('keydown', (event) => {
    // The menu can have the focus for a moment after it was closed.
    if (!menu.matches(':popover-open')) return
    event.stopPropagation()
    const at = items.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items.at(to % items.length)?.focus()
    }
    if (event.key === 'Tab') menu.hidePopover()
  })
  refresh()
  return { copy: copying, choose, menu, refresh }
}
