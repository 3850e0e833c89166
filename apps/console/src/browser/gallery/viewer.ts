import { PictureViewer } from '@pictoglyph/http/page/browser/viewer/picture-viewer'
import { enhanceTimes } from '../page-arrival.ts'
import { loadMore } from './endless.ts'

/** A click on a picture of the gallery opens it over the page. */
export function enhanceViewer(root: ParentNode): void {
  if (customElements.get('picture-viewer') === undefined) {
    customElements.define('picture-viewer', PictureViewer)
  }
  const form = root.querySelector<HTMLFormElement>('form[data-viewed]')
  const viewer = root.querySelector<PictureViewer>('picture-viewer')
  if (!form || !viewer) return
  const host = {
    links: () => [...form.querySelectorAll<HTMLAnchorElement>('a[data-picture]')],
    loadMore,
    remove: (link: HTMLAnchorElement) => remove(form, link),
    factsIn,
  }
  form.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!link?.dataset.picture || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    viewer.open(host, link)
  })
}

/** What is known of an image, as its page says it. */
function factsIn(page: Document): Element | null {
  const facts = document.createElement('div')
  facts.append(...page.querySelectorAll('.facts'))
  enhanceTimes(facts)
  return facts.childElementCount > 0 ? facts : null
}

/** Deletes an image as the form of its list does; the next page tells of it and undoes it. */
async function remove(form: HTMLFormElement, link: HTMLAnchorElement): Promise<boolean> {
  const card = link.closest('.card-image')
  const id = card?.querySelector<HTMLInputElement>('input[name="id"]')?.value
  const fields = new FormData(form)
  const body = new URLSearchParams({ csrf: String(fields.get('csrf')), id: id ?? '' })
  try {
    const { type } = await fetch('/images/delete', { method: 'POST', body, redirect: 'manual' })
    // It answers by leading to a page; what is refused is a page itself.
    if (type !== 'opaqueredirect') return false
  } catch {
    // The browser tells no more than that it got no answer.
    return false
  }
  const day = card?.closest('.day')
  card?.remove()
  if (day?.querySelector('.card-image') === null) day.remove()
  return true
}
