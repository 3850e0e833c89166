import type { ViewerWords } from '../../viewer-words.ts'
import { button, element } from './parts.ts'
import type { Zoom } from './zoom.ts'

/** Buttons that zoom, with the scale in percent between them. */
interface ZoomPill {
  pill: HTMLElement
  say(scale: number): void
}

/** @param zoom returns the zoom when a button is pressed */
export function createZoomPill(words: ViewerWords, zoom: () => Zoom): ZoomPill {
  const pill = element('div', { className: 'pill', role: 'group', ariaLabel: words.zoom })
  const percent = element('button', { type: 'button', className: 'percent', title: words.actualSize })
  percent.addEventListener('click', () => zoom().actualSize())
  pill.append(
    button('zoomOut', words.zoomOut, () => zoom().step(-1)),
    percent,
    button('zoomIn', words.zoomIn, () => zoom().step(1)),
    button('fit', words.fit, () => zoom().fit()),
  )
  const format = new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'percent' })
  return {
    pill,
    say(scale) {
      percent.textContent = format.format(scale)
      percent.ariaLabel = `${percent.textContent}, ${words.actualSize}`
    },
  }
}
