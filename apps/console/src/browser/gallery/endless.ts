import { pageAt } from '@pictoglyph/web/page/browser/page-at'

/** The server's pages have no more images than this. */
const maxShown = 600
const aheadPixels = 1200

let loading: Promise<void> | undefined

/** Loads the next page of the gallery when its end comes into view. */
export function enhanceEndless(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('form[data-viewed]')
  const pager = root.querySelector<HTMLElement>('.pager')
  if (!form || !pager) return
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void loadMore().then(() => watchAgain())
    },
    { rootMargin: `0px 0px ${aheadPixels}px` },
  )
  function watchAgain(): void {
    watcher.disconnect()
    if (pager?.querySelector('a[rel="next"]')) watcher.observe(pager)
  }
  watchAgain()
}

/** Appends the images of the next page, if there is one. */
export function loadMore(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form[data-viewed]')
  const pager = document.querySelector<HTMLElement>('.pager')
  const next = pager?.querySelector<HTMLAnchorElement>('a[rel="next"]')
  if (!form || !pager || !next) return
  const page = await pageAt(next.href)
  if (page === undefined) return
  append(form, page)
  const link = page.querySelector<HTMLAnchorElement>('.pager a[rel="next"]')
  if (link) next.href = link.getAttribute('href') ?? ''
  else next.remove()
  if (pager.childElementCount === 0) pager.remove()
  keepLength(form)
  form.dispatchEvent(new Event('grown', { bubbles: true }))
}

/** Appends a page; a day that continues from the last page is marked once. */
function append(form: HTMLFormElement, page: Document): void {
  const last = form.querySelector<HTMLElement>('.grid > li:last-child')
  const cards = [...page.querySelectorAll<HTMLElement>('.grid > li')]
  const [first] = cards
  if (first && first.dataset.day === last?.dataset.day) first.querySelector('.day-mark')?.remove()
  form.querySelector('.grid')?.append(...cards)
}

/** Stores the number of images in the address, to restore them after an action or on return. */
function keepLength(form: HTMLFormElement): void {
  const back = form.querySelector<HTMLInputElement>('input[name="return"]')
  if (!back) return
  const address = new URL(back.value, location.href)
  address.searchParams.set('shown', String(Math.min(form.querySelectorAll('.card-image').length, maxShown)))
  back.value = address.pathname + address.search
  const ordering = document.querySelector<HTMLInputElement>('form[data-arranging] input[name="return"]')
  if (ordering) ordering.value = back.value
  const isHere = location.pathname === address.pathname
  if (isHere) history.replaceState(history.state, '', back.value)
  for (const link of form.querySelectorAll<HTMLAnchorElement>('a[data-picture]')) {
    const own = new URL(link.href)
    own.searchParams.set('return', back.value)
    link.href = own.pathname + own.search
  }
}
