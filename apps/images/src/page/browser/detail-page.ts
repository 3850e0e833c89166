import { enhanceCopyPanels } from '@pictoglyph/web/page/browser/copy-panel'
import { enhanceLocalTimes } from './local-times.ts'

enhanceCopyPanels(document)
enhanceLocalTimes(document)

/** The blur goes once the picture is there: it reaches a little beyond its edges. */
for (const placeholder of document.querySelectorAll('img.placeholder')) {
  const picture = placeholder.nextElementSibling
  if (!(picture instanceof HTMLImageElement)) continue
  const remove = () => placeholder.remove()
  if (picture.complete && picture.naturalWidth > 0) remove()
  else picture.addEventListener('load', remove, { once: true })
}
