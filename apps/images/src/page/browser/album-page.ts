import { pageAt } from '@pictoglyph/web/page/browser/page-at'
import { openOnClick } from '@pictoglyph/web/page/browser/viewer/open-on-click'
import { PictureViewer } from '@pictoglyph/web/page/browser/viewer/picture-viewer'
import { enhanceLocalTimes } from './local-times.ts'

customElements.define('picture-viewer', PictureViewer)

const viewer = document.querySelector<PictureViewer>('picture-viewer')
const grid = document.querySelector<HTMLElement>('.grid')

/** The address to return to. While the viewer is open, the page has the address of a picture. */
const albumAddress = location.href
let loading: Promise<void> | undefined

const host = {
  links: () => [...(grid?.querySelectorAll<HTMLAnchorElement>('a[data-picture]') ?? [])],
  loadMore,
  /** The number of all pictures. A later page of the album does not know it. */
  total: () => (grid?.dataset.total === undefined ? undefined : Number(grid.dataset.total)),
  factsIn(page: Document) {
    const facts = document.createElement('div')
    facts.append(...page.querySelectorAll('.facts, .privacy'))
    enhanceLocalTimes(facts)
    return facts.childElementCount > 0 ? facts : null
  },
}

if (grid && viewer) openOnClick(grid, viewer, host)

/** Appends the pictures of the album's next page, if there is one. */
function loadMore(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[rel="next"]')
  const address = link?.getAttribute('href')
  const page = address == null ? undefined : await pageAt(new URL(address, albumAddress).href)
  if (!link || !page) return
  document.querySelector('.grid')?.append(...page.querySelectorAll('.grid > li'))
  const next = page.querySelector('a[rel="next"]')?.getAttribute('href')
  if (next == null) link.remove()
  else link.setAttribute('href', next)
}
