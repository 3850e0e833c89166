import { inWords, maxOf } from './counts.ts'
import type { PaneElements } from './page-elements.ts'
import type { StatusLine } from './status-line.ts'

/** A code point has at most two UTF-16 units: what has more of them is too long however it is counted. */
const unitsOfCodePoint = 2

/**
 * Leaves out what is pasted or dropped into a pane where it is too long by far, and says so at once: browsers take
 * a minute to put three million characters into a field. What is only somewhat too long can be shortened there.
 */
export function refuseLongPastes(pane: PaneElements, status: StatusLine): void {
  const { area } = pane
  area.addEventListener('beforeinput', (event) => {
    const most = maxOf(pane)
    const kept = area.value.length - (area.selectionEnd - area.selectionStart)
    if (kept + (event.data?.length ?? 0) <= unitsOfCodePoint * most) return
    event.preventDefault()
    status.say((messages) => messages.notTaken(inWords(most)), 'bad')
  })
}
