import type { PictureViewer, ViewerHost } from './picture-viewer.ts'

/** Opens the viewer on a plain click on a picture of a list; the browser handles other clicks. */
export function openOnClick(list: HTMLElement, viewer: PictureViewer, host: ViewerHost): void {
  list.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!link?.dataset.picture || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    viewer.open(host, link)
  })
}
