/** Marks the visible month next to the grid while scrolling, and scrolls to a month that the page has. */
export function enhanceDateRail(root: ParentNode): void {
  const rail = root.querySelector<HTMLElement>('[data-date-rail]')
  const grid = rail?.parentElement?.querySelector<HTMLElement>('.grid')
  if (!rail || !grid) return
  let isWaiting = false
  const follow = () => {
    isWaiting = false
    if (!rail.isConnected) removeEventListener('scroll', onScroll)
    else if (rail.offsetWidth > 0) mark(rail, monthInView(grid))
  }
  const onScroll = () => {
    if (!isWaiting) requestAnimationFrame(follow)
    isWaiting = true
  }
  addEventListener('scroll', onScroll, { passive: true })
  rail.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a') : null
    const first = firstOf(grid, link?.dataset.month)
    if (!first || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    scrollBy({ top: first.getBoundingClientRect().top - viewStart })
    mark(rail, first.dataset.day?.slice(0, 7))
  })
}

/** Below the sticky bar of the selection. */
const viewStart = 64

/** The month of the first visible picture. */
function monthInView(grid: HTMLElement): string | undefined {
  const { left, top } = grid.getBoundingClientRect()
  const at = document.elementsFromPoint(left + 24, Math.max(top, viewStart) + 24)
  const card = at.map((one) => one.closest<HTMLElement>('[data-day]')).find((one) => one !== null)
  return card?.dataset.day?.slice(0, 7)
}

/** The first picture of a month on this page, unless the month began on the page before. */
function firstOf(grid: HTMLElement, month: string | undefined): HTMLElement | undefined {
  const cards = [...grid.querySelectorAll<HTMLElement>('[data-day]')]
  const place = cards.findIndex(({ dataset }) => dataset.day?.slice(0, 7) === month)
  return place > 0 ? cards[place] : undefined
}

function mark(rail: HTMLElement, month: string | undefined): void {
  if (month === undefined) return
  for (const link of rail.querySelectorAll<HTMLElement>('a[data-month]')) {
    const isYear = link.classList.contains('rail-year')
    const named = link.dataset.month ?? ''
    const isShown = isYear ? named.slice(0, 4) === month.slice(0, 4) : named === month
    if (isShown) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
