import { pictureOf } from '@pictoglyph/web/page/browser/viewed-picture'
import { openOnClick } from '@pictoglyph/web/page/browser/viewer/open-on-click'
import { PictureViewer } from '@pictoglyph/web/page/browser/viewer/picture-viewer'
import { refreshIfDue, refreshPage } from '../browsing.ts'
import { enhanceTimes } from '../page-arrival.ts'
import { boxOf, cardOf } from './cards.ts'
import { loadMore } from './endless.ts'

/** Opens a picture of the gallery over the page on click. */
export function enhanceViewer(root: ParentNode): void {
  if (customElements.get('picture-viewer') === undefined) {
    customElements.define('picture-viewer', PictureViewer)
  }
  const form = root.querySelector<HTMLFormElement>('form[data-viewed]')
  const viewer = root.querySelector<PictureViewer>('picture-viewer')
  if (!form || !viewer) return
  let changes: Promise<unknown>[] = []
  const changing = <T>(change: Promise<T>): Promise<T> => {
    changes.push(change)
    return change
  }
  const host = {
    links: () => [...form.querySelectorAll<HTMLAnchorElement>('a[data-picture]')],
    loadMore,
    total: () => Number(form.querySelector<HTMLElement>('[data-matches]')?.dataset.matches ?? 0),
    remove: (link: HTMLAnchorElement) => changing(remove(form, link)),
    rename: (link: HTMLAnchorElement, title: string) => changing(rename(form, link, title)),
    factsIn,
    closed() {
      if (changes.length === 0) return refreshIfDue()
      void Promise.all(changes).then(refreshPage)
      changes = []
    },
  }
  openOnClick(form, viewer, host)
}

/** An image's facts from its page. */
function factsIn(page: Document): Element | null {
  const facts = document.createElement('div')
  facts.append(...page.querySelectorAll('.facts'))
  enhanceTimes(facts)
  return facts.childElementCount > 0 ? facts : null
}

/** Deletes an image by the form of its list. @returns its undo, or `undefined` if deleting failed */
async function remove(
  form: HTMLFormElement,
  link: HTMLAnchorElement,
): Promise<(() => Promise<boolean>) | undefined> {
  const card = cardOf(link)
  const id = boxOf(link)?.value ?? ''
  const csrf = String(new FormData(form).get('csrf'))
  if (card === null || !(await post('/images/delete', { csrf, id }))) return undefined
  const place = document.createComment('')
  card.replaceWith(place)
  countMatches(form, -1)
  return async () => {
    if (!(await post('/images/restore', { csrf, id }))) return false
    place.replaceWith(card)
    countMatches(form, 1)
    return true
  }
}

/** Renames an image by the form of its list. @returns whether that worked */
async function rename(form: HTMLFormElement, link: HTMLAnchorElement, title: string): Promise<boolean> {
  const id = boxOf(link)?.value ?? ''
  const csrf = String(new FormData(form).get('csrf'))
  if (!(await post('/images/title', { csrf, id, title }))) return false
  link.dataset.picture = JSON.stringify({ ...pictureOf(link), title })
  if (title !== '') link.textContent = title
  return true
}

function countMatches(form: HTMLFormElement, by: 1 | -1): void {
  const label = form.querySelector<HTMLElement>('[data-matches]')
  if (label) label.dataset.matches = String(Number(label.dataset.matches) + by)
}

/** Sends a form. Success redirects to a page; a refusal is a page itself. @returns whether it succeeded */
async function post(address: string, fields: Record<string, string>): Promise<boolean> {
  try {
    const body = new URLSearchParams(fields)
    return (await fetch(address, { method: 'POST', body, redirect: 'manual' })).type === 'opaqueredirect'
  } catch {
    // The browser reports only that it got no answer.
    return false
  }
}
