import { enhanceCopyPanels } from '@pictoglyph/web/page/browser/copy-panel'
import { enhanceLocalTimes } from './local-times.ts'

enhanceCopyPanels(document)
enhanceLocalTimes(document)

/** Removes the blur after the picture has loaded, because the blur exceeds the picture's edges. */
for (const placeholder of document.querySelectorAll('img.placeholder')) {
  const picture = placeholder.nextElementSibling
  if (!(picture instanceof HTMLImageElement)) continue
  const remove = () => placeholder.remove()
  if (picture.complete && picture.naturalWidth > 0) remove()
  else picture.addEventListener('load', remove, { once: true })
}
