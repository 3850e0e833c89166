import { PictureViewer } from '@pictoglyph/http/page/browser/viewer/picture-viewer'

customElements.define('picture-viewer', PictureViewer)

const viewer = document.querySelector<PictureViewer>('picture-viewer')
const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-picture]')]

for (const link of links) {
  link.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || !viewer) return
    event.preventDefault()
    viewer.open({ links: () => links, factsIn: (page) => page.querySelector('.facts') }, link)
  })
}
