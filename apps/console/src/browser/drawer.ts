import { pageAt } from '@pictoglyph/web/page/browser/page-at'

/**
 * Opens the page of a row's thing in a drawer next to the list. Without a script, with a modifier key, or if the page
 * does not load, the link opens it.
 */
export function enhanceDrawers(root: ParentNode, enhance: (drawer: HTMLElement) => void): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-drawer]')) {
    link.addEventListener('click', (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void open(link, enhance)
    })
  }
}

async function open(link: HTMLAnchorElement, enhance: (drawer: HTMLElement) => void): Promise<void> {
  const thing = (await pageAt(link.href))?.querySelector('main:has([data-way-back])')
  const list = document.querySelector('main')
  if (!thing || !list) {
    location.assign(link.href)
    return
  }
  const drawer = document.createElement('dialog')
  drawer.className = 'drawer'
  drawer.ariaLabel = thing.querySelector('h1')?.textContent ?? ''
  drawer.append(...thing.childNodes)
  for (const back of drawer.querySelectorAll<HTMLInputElement>('input[name="return"]')) {
    back.value = location.pathname + location.search
  }
  drawer.addEventListener('click', (event) => {
    const isOnClose = event.target instanceof Element && event.target.closest('[data-way-back]') !== null
    if (!isOnClose && event.target !== drawer) return
    event.preventDefault()
    drawer.close()
  })
  drawer.addEventListener('close', () => {
    drawer.remove()
    link.focus()
  })
  list.append(drawer)
  enhance(drawer)
  drawer.showModal()
}

/** Focuses the first field of a panel that opens. */
export function enhancePanels(root: ParentNode): void {
  for (const panel of root.querySelectorAll<HTMLElement>('.create-panel')) {
    panel.addEventListener('toggle', () => {
      if (!panel.matches(':popover-open')) return
      panel.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus()
    })
  }
}
