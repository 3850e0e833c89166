import { boxOf, cardOf } from './cards.ts'

/**
 * The keyboard in the grid of images: arrows move, Home and End jump to the ends, the space bar selects. Each picture
 * is one stop of the Tab key.
 */
export function enhanceWalking(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('form[data-viewed]')
  if (!form) return
  const skipBoxes = () => {
    for (const box of form.querySelectorAll<HTMLInputElement>('.pick input')) box.tabIndex = -1
  }
  skipBoxes()
  form.addEventListener('grown', skipBoxes)
  form.addEventListener('keydown', (event) => {
    const { target } = event
    if (!(target instanceof HTMLAnchorElement) || !target.closest('.caption')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ') {
      event.preventDefault()
      boxOf(target)?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }),
      )
      return
    }
    const links = [...form.querySelectorAll<HTMLAnchorElement>('.caption a')]
    const next = neighbour(links, target, event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    cardOf(next)?.scrollIntoView({ block: 'nearest' })
  })
}

function neighbour(
  links: readonly HTMLAnchorElement[],
  from: HTMLAnchorElement,
  key: string,
): HTMLAnchorElement | undefined {
  const at = links.indexOf(from)
  const steps: Record<string, () => HTMLAnchorElement | undefined> = {
    ArrowRight: () => links[at + 1],
    ArrowLeft: () => links[at - 1],
    ArrowDown: () => inNextRow(links.slice(at + 1), from),
    ArrowUp: () => inNextRow(links.slice(0, at).reverse(), from),
    Home: () => links[0],
    End: () => links.at(-1),
  }
  return steps[key]?.()
}

/** The nearest picture in the row above or below. */
function inNextRow(
  links: readonly HTMLAnchorElement[],
  from: HTMLAnchorElement,
): HTMLAnchorElement | undefined {
  const place = (link: HTMLAnchorElement) => (cardOf(link) ?? link).getBoundingClientRect()
  const { top, left, width } = place(from)
  let row: number | undefined
  let best: { link: HTMLAnchorElement; distance: number } | undefined
  for (const link of links) {
    const there = place(link)
    if (Math.abs(there.top - top) < 1) continue
    row ??= there.top
    if (Math.abs(there.top - row) > 1) break
    const distance = Math.abs(there.left + there.width / 2 - (left + width / 2))
    if (best === undefined || distance < best.distance) best = { link, distance }
  }
  return best?.link
}
